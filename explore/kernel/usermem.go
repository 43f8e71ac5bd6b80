package kernel

import (
	"encoding/binary"

	"github.com/confcov/confcov/explore/expr"
)

// This file moves words and structures between the kernel and a process's memory.

// maxIO bounds a single transfer, as Linux does.
const maxIO = 0x7ffff000

// get reads n bytes of which none may be symbolic: symbolic ones are made concrete.
func (c *call) get(addr, n uint64) ([]byte, Errno) {
	if n == 0 {
		return nil, 0
	}
	d, errno := c.cpu.Read(addr, n)
	if errno != 0 {
		return nil, errno
	}
	return c.concrete(d), 0
}

// concrete returns the bytes of d, having made the symbolic ones concrete.
func (c *call) concrete(d Data) []byte {
	if len(d.Sym) == 0 {
		return d.Bytes
	}
	b := append([]byte(nil), d.Bytes...)
	for i := range b {
		if e := d.Sym[i]; e != nil {
			b[i] = byte(c.cpu.Concrete(expr.Value{E: e}))
		}
	}
	return b
}

// data reads n bytes as they are.
func (c *call) data(addr, n uint64) (Data, Errno) {
	if n == 0 {
		return Data{}, 0
	}
	return c.cpu.Read(addr, n)
}

// put writes concrete bytes.
func (c *call) put(addr uint64, b []byte) Errno {
	if len(b) == 0 {
		return 0
	}
	return c.cpu.Write(addr, Data{Bytes: b})
}

// putData writes bytes that may be symbolic.
func (c *call) putData(addr uint64, d Data) Errno {
	if len(d.Bytes) == 0 {
		return 0
	}
	return c.cpu.Write(addr, d)
}

func (c *call) putInt(addr uint64, v int) Errno {
	return c.put(addr, binary.LittleEndian.AppendUint32(nil, uint32(v)))
}

func (c *call) getInt(addr uint64) (int, Errno) {
	b, errno := c.get(addr, 4)
	if errno != 0 {
		return 0, errno
	}
	return int(int32(binary.LittleEndian.Uint32(b))), 0
}

// span is an element of an iovec.
type span struct{ addr, n uint64 }

const maxIOV = 1024

// iovec reads an array of n struct iovec.
func (c *call) iovec(addr, n uint64) ([]span, Errno) {
	if n > maxIOV {
		return nil, EINVAL
	}
	b, errno := c.get(addr, 16*n)
	if errno != 0 {
		return nil, errno
	}
	all := make([]span, n)
	total := uint64(0)
	for i := range all {
		all[i] = span{binary.LittleEndian.Uint64(b[16*i:]), binary.LittleEndian.Uint64(b[16*i+8:])}
		if int64(all[i].n) < 0 {
			return nil, EINVAL
		}
		all[i].n = min(all[i].n, maxIO-total)
		total += all[i].n
	}
	return all, 0
}

// gather reads the bytes that an iovec names, those before bad memory if there is an error.
func (c *call) gather(spans []span) (Data, Errno) {
	if len(spans) == 1 {
		return c.data(spans[0].addr, spans[0].n)
	}
	var parts []Data
	for _, s := range spans {
		d, errno := c.data(s.addr, s.n)
		if errno != 0 {
			return concat(parts...), errno
		}
		parts = append(parts, d)
	}
	return concat(parts...), 0
}

// scatter writes d over the places that an iovec names. It returns how many bytes came before bad memory if there is an error.
func (c *call) scatter(spans []span, d Data) (int64, Errno) {
	done := 0
	for _, s := range spans {
		n := min(int(s.n), len(d.Bytes)-done)
		if n <= 0 {
			continue
		}
		if errno := c.putData(s.addr, d.part(done, done+n)); errno != 0 {
			return int64(done), errno
		}
		done += n
	}
	return int64(done), 0
}

func spanLen(spans []span) int {
	n := 0
	for _, s := range spans {
		n += int(s.n)
	}
	return n
}

// structure builds a C structure of little-endian fields, some of which may be symbolic.
type structure struct {
	c *call
	d Data
}

func (s *structure) u16(v uint16) { s.d.Bytes = binary.LittleEndian.AppendUint16(s.d.Bytes, v) }
func (s *structure) u32(v uint32) { s.d.Bytes = binary.LittleEndian.AppendUint32(s.d.Bytes, v) }
func (s *structure) u64(v uint64) { s.d.Bytes = binary.LittleEndian.AppendUint64(s.d.Bytes, v) }
func (s *structure) pad(n int)    { s.d.Bytes = append(s.d.Bytes, make([]byte, n)...) }

// value appends a field of n bytes that may be symbolic.
func (s *structure) value(v expr.Value, n int) {
	if v.E == nil {
		for i := range n {
			s.d.Bytes = append(s.d.Bytes, byte(v.C>>(8*i)))
		}
		return
	}
	at := len(s.d.Bytes)
	f := s.c.bytesOf(v, n)
	s.d.Bytes = append(s.d.Bytes, f.Bytes...)
	for i := range n {
		if e := f.Sym[i]; e != nil {
			if s.d.Sym == nil {
				s.d.Sym = map[int]*expr.Expr{}
			}
			s.d.Sym[at+i] = e
		}
	}
}

// moment appends a struct timespec.
func (s *structure) moment(m moment) {
	s.value(m.sec, 8)
	s.value(m.nsec, 8)
}
