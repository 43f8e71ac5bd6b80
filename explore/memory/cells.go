package memory

// This file finds the cells in which contents differ, and replaces them.

import (
	"bytes"
	"encoding/binary"

	"github.com/confcov/confcov/explore/expr"
)

// Cell is a few bytes of an object that become one value: 1 to 8.
type Cell struct {
	Off uint32
	N   uint8
}

func (c Cell) end() uint32 { return c.Off + uint32(c.N) }

// compare adds the cells in which x and y, of one size, differ, until there are more than the join may have.
//
// A cell does not reach beyond a run of either side, so that what was stored together is kept together, and what was
// joined before has the same cells again. Where both sides are concrete it is an aligned word.
func (j *joiner) compare(x, y *Contents) {
	n := uint32(len(x.Bytes))
	if n > 0 && &x.Bytes[0] == &y.Bytes[0] {
		return // of one object, whose deaths differ
	}
	rx, ry := runner{x.Runs, n}, runner{y.Runs, n}
	had := len(j.cells)
	for off := uint32(0); off < n && len(j.cells)-had <= j.limit; {
		for len(rx.runs) > 0 && len(ry.runs) > 0 && rx.runs[0].Off == off && rx.runs[0] == ry.runs[0] { // mostly all but a few are
			off = rx.runs[0].end()
			rx.runs, ry.runs = rx.runs[1:], ry.runs[1:]
		}
		if off == n {
			break
		}
		u, endX := rx.at(off)
		v, endY := ry.at(off)
		end := min(endX, endY)
		switch {
		case u == nil && v == nil:
			if off = equalUntil(x.Bytes, y.Bytes, off, end); off < end {
				c := wordAt(x, y, off)
				j.cells = append(j.cells, c)
				off = c.end()
			}
			continue
		case u == nil || v == nil || u.E != v.E || u.Off-uint32(u.From) != v.Off-uint32(v.From):
			j.cells = append(j.cells, Cell{off, uint8(end - off)})
		}
		off = end
	}
}

// runner finds runs at ascending offsets.
type runner struct {
	runs []Run
	size uint32
}

// at returns the run at off and its end; nil where there is none, and where the next one begins.
func (r *runner) at(off uint32) (run *Run, end uint32) {
	for len(r.runs) > 0 && r.runs[0].end() <= off {
		r.runs = r.runs[1:]
	}
	switch {
	case len(r.runs) == 0:
		return nil, r.size
	case r.runs[0].Off > off:
		return nil, r.runs[0].Off
	}
	return &r.runs[0], r.runs[0].end()
}

// equalUntil returns the first place from off on where x and y differ, end if they do not.
func equalUntil(x, y []byte, off, end uint32) uint32 {
	for ; off+256 <= end && bytes.Equal(x[off:off+256], y[off:off+256]); off += 256 {
	}
	for ; off+8 <= end; off += 8 {
		if binary.LittleEndian.Uint64(x[off:]) != binary.LittleEndian.Uint64(y[off:]) {
			break
		}
	}
	for off < end && x[off] == y[off] {
		off++
	}
	return off
}

// wordAt returns the aligned word around off, where the bytes differ: of 8 bytes if the upper half differs, as addresses do.
// Where a part of the word is symbolic it is the byte alone.
func wordAt(x, y *Contents, off uint32) Cell {
	n := uint64(len(x.Bytes))
	word := func(size uint64) (at uint64, ok bool) {
		at = uint64(off) &^ (size - 1)
		return at, at+size <= n && !x.Symbolic(at, size) && !y.Symbolic(at, size)
	}
	if at, ok := word(8); ok && binary.LittleEndian.Uint32(x.Bytes[at+4:]) != binary.LittleEndian.Uint32(y.Bytes[at+4:]) {
		return Cell{uint32(at), 8}
	}
	if at, ok := word(4); ok {
		return Cell{uint32(at), 4}
	}
	return Cell{off, 1}
}

// replace stores values at cells, which are sorted and do not reach beyond a run. What is undefined stays so.
func (c *Contents) replace(cells []Cell, values []expr.Value) {
	if len(cells) == 0 || c.replaceRuns(cells, values) {
		return
	}
	runs := make([]Run, 0, len(c.Runs)+len(cells))
	k := 0
	// put stores the cells that begin before end.
	put := func(at, end uint32, r *Run) {
		for ; k < len(cells) && cells[k].Off < end; k++ {
			cell, v := cells[k], values[k]
			if r != nil && at < cell.Off {
				runs = append(runs, r.part(at, cell.Off))
			}
			at = cell.end()
			putWord(c.Bytes[cell.Off:at], uint64(cell.N), v.C)
			if v.E != nil {
				runs = append(runs, Run{cell.Off, cell.N, 0, v.E})
			}
		}
		if r != nil && at < end {
			runs = append(runs, r.part(at, end))
		}
	}
	for i := range c.Runs {
		r := &c.Runs[i]
		put(0, r.Off, nil)
		put(r.Off, r.end(), r)
	}
	put(0, uint32(len(c.Bytes)), nil)
	c.Runs = runs
}

// replaceRuns is replace where few cells are replaced, each of which is a run already, if its value is symbolic; else it reports false, having changed nothing.
func (c *Contents) replaceRuns(cells []Cell, values []expr.Value) bool {
	if len(cells) > len(c.Runs)/8 {
		return false
	}
	for i, cell := range cells {
		k := c.firstRun(cell.Off)
		if k == len(c.Runs) || values[i].E == nil || c.Runs[k].Off != cell.Off || c.Runs[k].N != cell.N {
			return false
		}
	}
	for i, cell := range cells {
		c.Runs[c.firstRun(cell.Off)] = Run{cell.Off, cell.N, 0, values[i].E}
	}
	return true
}

// part returns the bytes of r from lo to hi.
func (r Run) part(lo, hi uint32) Run {
	return Run{lo, uint8(hi - lo), r.From + uint8(lo-r.Off), r.E}
}
