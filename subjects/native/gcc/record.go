package gcc

// This file lays out and reads the memory that a run records to; runtime.c has the same structures.
//
//	header     one page
//	counters   gcov's, on the pages that replace those of the program
//	functions  hash table by address
//	values, options, names, what objects hold
//	processes  one record each
//	chunks     lists of calls, by process
//
// All numbers are little endian.

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math/bits"
	"os"
	"slices"

	"golang.org/x/sys/unix"

	"github.com/confcov/confcov/explore/trace"
	"github.com/confcov/confcov/subjects/native/confine"
)

const (
	pageSize     = 4096
	headerSize   = pageSize
	functionSize = 24
	valueSize    = 32
	optionSize   = 16
	heldSize     = 40
	returnSize   = 16
	processSize  = 40
	chunkCalls   = 4094
	chunkSize    = 8 + 4*chunkCalls
	processLimit = 1024
	chunkLimit   = 2048
)

// Flags of functions.
const (
	onEntry = 1 << iota
	outside // not of the program: only the point is there
)

// Offsets of the header's fields.
const (
	atSize = 8 * iota
	atCounters
	atDump
	atMaxCalls
	atFunctions
	atMask
	atValues
	atValueCount
	atOptions
	atOptionCount
	atReturns
	atReturnCount
	atProcesses
	atProcessLimit
	atChunks
	atChunkLimit
	atOnce
	atStored
	atProcessCount
	atChunkCount
	atFresh
	atHeld
	atHeldCount
	atUnknownOption
)

// record is the memory of one run.
type record struct {
	file *os.File
	mem  []byte

	// Where things are. The header says it too, but the program can write there.
	counters, held, processes, chunks uint64
}

func (r *record) close() {
	if r.mem != nil {
		unix.Munmap(r.mem)
	}
	r.file.Close()
}

func (r *record) u64(at uint64) uint64       { return binary.LittleEndian.Uint64(r.mem[at:]) }
func (r *record) u32(at uint64) uint32       { return binary.LittleEndian.Uint32(r.mem[at:]) }
func (r *record) setU64(at uint64, v uint64) { binary.LittleEndian.PutUint64(r.mem[at:], v) }
func (r *record) setU32(at uint64, v uint32) { binary.LittleEndian.PutUint32(r.mem[at:], v) }

// newRecord makes the memory for a run of p.
func (p *Program) newRecord(s *Start) (*record, error) {
	table := uint64(1) << bits.Len(uint(2*len(p.functions)+1))
	names := make([]string, 0, len(s.Options))
	text := uint64(0)
	for name := range s.Options {
		names = append(names, name)
		text += uint64(len(name)) + 1
	}
	for _, v := range s.Values {
		if v.Text != nil {
			text += uint64(len(*v.Text)) + 1
		}
	}
	slices.Sort(names)
	page := func(n uint64) uint64 { return (n + pageSize - 1) &^ (pageSize - 1) }
	counters := uint64(headerSize)
	functions := counters + page(p.counters)
	values := functions + table*functionSize
	options := values + uint64(len(s.Values))*valueSize
	returns := options + uint64(len(names))*optionSize
	strings := returns + uint64(len(p.functions))*returnSize
	held := (strings + text + 7) &^ 7
	found := held + uint64(len(s.Held))*heldSize
	processes := found
	for _, h := range s.Held {
		processes += h.room()
	}
	chunks := page(processes + processLimit*processSize)
	size := chunks + chunkLimit*chunkSize

	file, err := confine.Sized("confcov-trace", int64(size))
	if err != nil {
		return nil, err
	}
	r := &record{file: file, counters: counters, held: held, processes: processes, chunks: chunks}
	if r.mem, err = unix.Mmap(int(file.Fd()), 0, int(size), unix.PROT_READ|unix.PROT_WRITE, unix.MAP_SHARED); err != nil {
		r.close()
		return nil, fmt.Errorf("memory for a trace: %w", err)
	}
	for at, v := range map[uint64]uint64{
		atSize: size, atCounters: counters, atMaxCalls: trace.MaxCalls, atFunctions: functions, atMask: table - 1,
		atValues: values, atValueCount: uint64(len(s.Values)), atOptions: options, atOptionCount: uint64(len(names)), atReturns: returns,
		atHeld: held, atHeldCount: uint64(len(s.Held)),
		atProcesses: processes, atProcessLimit: processLimit, atChunks: chunks, atChunkLimit: chunkLimit,
	} {
		r.setU64(at, v)
	}
	if s.Point.Once {
		r.setU64(atOnce, 1)
	}
	if s.Fresh {
		r.setU64(atFresh, 1)
	}
	for i, name := range names {
		r.setU64(options+uint64(i)*optionSize, strings)
		r.setU64(options+uint64(i)*optionSize+8, uint64(s.Options[name]))
		strings += uint64(copy(r.mem[strings:], name)) + 1
	}
	if err = p.storeValues(r, s, values, strings); err == nil {
		err = p.storeHeld(r, s, found)
	}
	if err == nil {
		err = p.storeFunctions(r, s, functions, table-1)
	}
	if err != nil {
		r.close()
		return nil, err
	}
	return r, nil
}

// storeValues writes the values and where they go; texts from strings on.
func (p *Program) storeValues(r *record, s *Start, at, strings uint64) error {
	for _, v := range s.Values {
		o, ok := p.objects[reference(v.Object)]
		switch {
		case !ok:
			return fmt.Errorf("the program has no object %s", v.Object)
		case v.Text == nil && v.Size > 8 || v.Text != nil && v.Size > 0 && v.Size != uint64(len(*v.Text))+1:
			return fmt.Errorf("BUG: a value of %d bytes for object %s", v.Size, v.Object)
		}
		size := v.Size
		if v.Text != nil && size == 0 {
			size = 8
		}
		if v.Offset+size > o.size {
			return fmt.Errorf("object %s has %d bytes, not %d at offset %d", v.Object, o.size, size, v.Offset)
		}
		if v.Text != nil {
			r.setU64(at+24, strings)
			strings += uint64(copy(r.mem[strings:], *v.Text)) + 1
		}
		r.setU64(at, o.address+v.Offset)
		r.setU64(at+8, v.Size)
		r.setU64(at+16, uint64(v.Value))
		at += valueSize
	}
	return nil
}

// storeFunctions writes the table of functions.
func (p *Program) storeFunctions(r *record, s *Start, table, mask uint64) error {
	found := s.Point.Function == ""
	for i := range p.functions {
		f := &p.functions[i]
		var flags uint32
		if f.outside {
			flags = outside
		}
		switch {
		case !f.is(s.Point.Function):
		case s.Point.Return:
			found = true
			n := r.u64(atReturnCount)
			r.setU64(r.u64(atReturns)+n*returnSize, f.address)
			r.setU64(r.u64(atReturns)+n*returnSize+8, f.address+f.size)
			r.setU64(atReturnCount, n+1)
		default:
			found = true
			flags |= onEntry
		}
		slot := f.address >> 2 & mask
		for r.u64(table+slot*functionSize) != 0 {
			slot = (slot + 1) & mask
		}
		at := table + slot*functionSize
		r.setU64(at, f.address)
		r.setU64(at+8, trace.HashName(f.name))
		r.setU32(at+16, f.index)
		r.setU32(at+20, flags)
	}
	if !found {
		return fmt.Errorf("the program has no function %s, at which its options would be set", s.Point.Function)
	}
	return nil
}

// calls returns the chains. The program may have written anything.
func (r *record) calls(names []string) ([]trace.Calls, error) {
	count := r.u64(atProcessCount)
	if count > processLimit {
		return nil, fmt.Errorf("the program made %d processes; at most %d are recorded", count, processLimit)
	}
	out := []trace.Calls{}
	used := 0
	for n := range count {
		at := r.processes + n*processSize
		if r.u64(at) == 0 {
			continue // was never made
		}
		c := trace.Calls{Names: names, Total: r.u64(at + 8), Digest: r.u64(at + 16)}
		c.Seq = make([]uint32, 0, min(r.u64(at+24), chunkLimit*chunkCalls))
		for chunk := r.u32(at + 32); chunk != 0; {
			used++
			from := r.chunks + uint64(chunk-1)*chunkSize
			if chunk > chunkLimit || used > chunkLimit || r.u32(from+4) > chunkCalls {
				return nil, errRecord
			}
			for i := range uint64(r.u32(from + 4)) {
				f := r.u32(from + 8 + 4*i)
				if uint64(f) >= uint64(len(names)) {
					return nil, errRecord
				}
				c.Seq = append(c.Seq, f)
			}
			chunk = r.u32(from)
		}
		out = append(out, c)
	}
	return out, nil
}

var errRecord = errors.New("the program has overwritten the record of its calls")
