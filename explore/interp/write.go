package interp

// This file writes buffers whose parts were appended under conditions: each part is written in its own configurations, as if the program had
// written it there and the ways had met afterwards. So the output consists of pieces under conditions (package kernel), and the total
// length, which depends on all of them, is never decided.

import (
	"github.com/confcov/confcov/explore/expr"
	"github.com/confcov/confcov/explore/kernel"
	"github.com/confcov/confcov/explore/memory"
	"github.com/confcov/confcov/subjects/confspace"
)

const (
	sysWrite  = 1
	sysWritev = 20
	maxSpans  = 8
)

// part is data that is written in the configurations of a set.
type part struct {
	d    kernel.Data
	when confspace.Set
}

// writeParts performs a write or writev of what was appended under conditions. It reports false, having changed nothing, where that is for the kernel.
func (m *Machine) writeParts(nr uint64, a [6]expr.Value) (n expr.Value, ok bool) {
	if !m.opt.MergeAll || nr != sysWrite && nr != sysWritev || a[0].E != nil || a[1].E != nil || !m.st.Kernel.Divisible(m.p.PID, a[0].C) {
		return n, false
	}
	spans := [][2]expr.Value{{a[1], a[2]}}
	if nr == sysWritev {
		if a[2].E != nil || a[2].C > maxSpans || a[1].C>>32 == 0 {
			return n, false
		}
		spans = spans[:0]
		for i := range a[2].C {
			spans = append(spans, [2]expr.Value{m.load(expr.Value{C: a[1].C + 16*i}, 8), m.load(expr.Value{C: a[1].C + 16*i + 8}, 8)})
		}
	}
	total, some := m.b.Const(0, 64), false
	lists := make([][]memory.Part, len(spans)) // nil: what is there is read
	for i, s := range spans {
		if s[0].E != nil {
			return n, false
		}
		size := m.wide(s[1], 64)
		total = m.b.Add(total, size)
		list, ok := m.p.Mem.Parts(m.b, s[0].C, size, m.st.Condition.Set)
		if !ok && s[1].E != nil {
			return n, false
		}
		if ok {
			lists[i], some = list, true
		}
	}
	if !some || !total.HasConstants() {
		return n, false
	}
	var parts []part
	for i, s := range spans {
		for _, p := range lists[i] {
			parts = append(parts, part{m.settled(p), p.When})
		}
		if lists[i] == nil && s[1].C > 0 {
			d, errno := m.Read(s[0].C, s[1].C)
			if errno != 0 {
				return n, false
			}
			parts = append(parts, part{d, confspace.Full})
		}
	}
	k := m.st.Kernel.Fork()
	for _, p := range parts {
		if k = m.writePart(k, a[0], p); k == nil {
			return n, false
		}
	}
	m.st.Kernel = k
	return m.b.Value(total), true
}

// writePart returns the kernel behind a write of a part, which may be k; nil where something else happens.
func (m *Machine) writePart(k *kernel.Kernel, fd expr.Value, p part) *kernel.Kernel {
	care := m.st.Condition.Set
	when := m.sets.And(p.when, care)
	if when == confspace.Empty {
		return k
	}
	others := k
	if when != care {
		others = k.Fork()
	}
	m.handed = &p.d
	defer func() { m.handed = nil }()
	n := uint64(len(p.d.Bytes))
	act := k.Syscall(m, m.p.PID, sysWrite, [6]expr.Value{fd, {C: 1 << 32}, {C: n}})
	if act.Kind != kernel.Return || act.Ret.E != nil || act.Ret.C != n {
		return nil
	}
	if when != care {
		if why := k.Join(m.b, others, m.sets.Simplify(when, care)); why != "" {
			return nil
		}
	}
	return k
}

// settled returns the data of a part, in which bytes are concrete that have one value wherever the part is there.
func (m *Machine) settled(p memory.Part) kernel.Data {
	d := kernel.Data{Bytes: p.Bytes, Sym: p.Sym}
	for i, e := range d.Sym {
		v := m.settle(m.st, m.b.Value(m.b.Restrict(e, p.When)))
		if v.E != nil {
			d.Sym[i] = v.E
			continue
		}
		d.Bytes[i] = byte(v.C)
		delete(d.Sym, i)
	}
	return d
}
