package interp

// This file follows undefined values: what is read of memory that was never written, or of a variable
// that was never assigned.
//
// A load of undefined bytes gives its register a taint, the bits that are undefined. Taints go
// with values through copies, arithmetic, calls and stores; a program may do all that. Where an undefined
// value decides a branch, is an address or size, or is given to the system, the path gets a note.
// Frames with a taint are executed by the slow path. Memory knows whole bytes only: a
// byte is stored as undefined if all of its bits are, so that a bit-field next to others that
// were not set is no false alarm.
//
// Variables that are registers are checked only where they may be read before they are assigned: these
// instructions are left to the slow path when the function is decoded; see unset.go.
//
// Where ways are merged, what is defined on one of them only is undefined in the other one's configurations: a load of such memory, and a use of such a
// register, forks.

import (
	"fmt"
	"math"
	"slices"

	"github.com/confcov/confcov/explore/expr"
	"github.com/confcov/confcov/explore/ir"
	"github.com/confcov/confcov/explore/memory"
	"github.com/confcov/confcov/explore/path"
	"github.com/confcov/confcov/explore/state"
)

// undefined notes that an undefined value is used, as what says.
func (m *Machine) undefined(t state.Taint, name, what string) {
	msg := "undefined value"
	switch o := t.From; {
	case o == nil && name != "":
		msg += " of variable " + name
	case o == nil:
	case o.Kind == memory.Heap:
		msg += fmt.Sprintf(" of %s, allocated at %s,", o.Describe(), m.allocation(o))
	default:
		msg += " of " + o.Describe()
	}
	m.warn(msg+" "+what, true)
}

// warn notes that something is wrong with the program, at the innermost frame that is of the program
// itself; with callee the message says in which of its callees.
func (m *Machine) warn(msg string, callee bool) {
	n := path.Note{Kind: path.NoteWarning, Message: msg}
	fs := m.p.Frames
	for i := len(fs) - 1; i >= 0; i-- {
		if fn := m.code.functions[fs[i].Sym]; fn.ir.Subject || i == 0 {
			n.At = m.code.frame(fs[i])
			if callee && i < len(fs)-1 {
				n.Message += " in " + m.code.functions[fs[i+1].Sym].ir.Name
			}
			break
		}
	}
	m.st.Note(n)
}

// used notes the use of register r if bits of it are undefined.
func (m *Machine) used(fn *function, f *state.Frame, r ir.Reg, w ir.Width, what string) {
	if r == ir.NoReg {
		return
	}
	t := f.TaintOf(r)
	if t.Bits&w.Mask() == 0 {
		return
	}
	if t = m.taint(f, r); t.Bits != 0 {
		m.undefined(t, fn.variable(r), what)
	}
}

// taint returns what is undefined of register r in all configurations of the path, forking where that depends on them.
func (m *Machine) taint(f *state.Frame, r ir.Reg) state.Taint {
	t := f.TaintOf(r)
	if t.When != nil && !m.decide(t.When) {
		f.Taint(r, state.Taint{})
		return state.Taint{}
	}
	t.When = nil
	return t
}

// variable returns the name of the variable that is register r, "" for none.
func (fn *function) variable(r ir.Reg) string {
	if int(r) < len(fn.ir.RegNames) {
		return fn.ir.RegNames[r]
	}
	return ""
}

const asAddress = "is used as an address"

// taintOf returns what is undefined of the result of an instruction, and notes uses of undefined operands.
func (m *Machine) taintOf(fn *function, f *state.Frame, in *ir.Instr) state.Taint {
	s := in.Op.Shape()
	switch in.Op {
	case ir.OpLoad, ir.OpVaStart:
		m.used(fn, f, in.A, 8, asAddress)
		return state.Taint{}
	case ir.OpStore:
		m.used(fn, f, in.A, 8, asAddress)
		return m.taint(f, in.B)
	case ir.OpCopy:
		m.used(fn, f, in.A, 8, asAddress)
		m.used(fn, f, in.B, 8, asAddress)
		m.used(fn, f, in.C, 8, "is used as a size")
		return state.Taint{}
	case ir.OpFill, ir.OpAlloca:
		if in.Op == ir.OpAlloca {
			m.used(fn, f, in.A, 8, "is used as a size")
		} else {
			m.used(fn, f, in.A, 8, asAddress)
		}
		m.used(fn, f, in.C, 8, "is used as a size")
		return state.Taint{}
	case ir.OpUDiv, ir.OpSDiv, ir.OpURem, ir.OpSRem:
		m.used(fn, f, in.B, in.W, "is used as a divisor")
	case ir.OpSelect:
		m.used(fn, f, in.A, in.From, "decides a condition")
	}
	if in.Op >= ir.OpF80Add && in.Op <= ir.OpF80ToUI && !s.Has(ir.HasFrom) {
		return state.Taint{} // operands are addresses that the compiler made
	}
	a, b := state.Taint{}, state.Taint{}
	if s.Has(ir.HasA) {
		a = m.taint(f, in.A)
	}
	if in.B != ir.NoReg && s.Has(ir.HasB|ir.HasBImm) {
		b = m.taint(f, in.B)
	}
	if in.Op == ir.OpSelect {
		return m.taintOfSelect(f, in, b)
	}
	if a.Bits|b.Bits == 0 {
		return state.Taint{}
	}
	t := a
	if a.Bits == 0 {
		t = b
	}
	if t.From == nil { // the variable's name is lost with its register
		t.From = &memory.Object{Kind: memory.Stack, Name: fn.variable(in.A), Size: uint64(in.W)}
		if a.Bits == 0 {
			t.From.Name = fn.variable(in.B)
		}
	}
	t.Bits = m.spreadTaint(in, f, a.Bits, b.Bits)
	return t
}

func (m *Machine) taintOfSelect(f *state.Frame, in *ir.Instr, b state.Taint) state.Taint {
	c := m.taint(f, in.C)
	if b != c && !m.decide(m.cond(f.Get(in.A), in.From)) {
		return c
	}
	return b
}

// bitsOf returns those bits of v that mask has, forking where they depend on the options.
func (m *Machine) bitsOf(v expr.Value, mask uint64) uint64 {
	if v.E == nil || mask == 0 {
		return v.C & mask
	}
	n := v.E.Bits()
	return m.concrete(m.b.Value(m.b.And(v.E, m.b.Const(mask&(1<<n-1), n))))
}

// spreadTaint returns the undefined bits of an operation's result for those of its operands. What the defined bits decide is found out for each
// configuration, by forking, so that it does not depend on which of them the path has.
func (m *Machine) spreadTaint(in *ir.Instr, f *state.Frame, a, b uint64) uint64 {
	if in.Op == ir.OpMov {
		return a
	}
	w := in.W.Mask()
	a, b = a&w, b&w
	switch in.Op {
	case ir.OpTrunc, ir.OpNot, ir.OpXor:
		return a | b
	case ir.OpAnd, ir.OpOr: // an undefined bit is masked by a 0 or a 1
		x, y := m.bitsOf(f.Get(in.A), b&^a), m.bitsOf(operand(f, in), a&^b)
		if in.Op == ir.OpOr {
			x, y = ^x, ^y
		}
		return a&(y|b) | b&(x|a)
	case ir.OpAdd, ir.OpSub, ir.OpMul, ir.OpNeg:
		u := a | b
		return (u | -u) & w
	case ir.OpShl, ir.OpLShr, ir.OpAShr:
		if b != 0 {
			return w
		}
		switch n := m.bitsOf(operand(f, in), uint64(in.W.Bits()-1)); in.Op {
		case ir.OpShl:
			return a << n & w
		case ir.OpLShr:
			return a >> n
		default:
			return uint64(int64(signExtend(a, in.W))>>n) & w
		}
	case ir.OpEq, ir.OpNe:
		if a|b == 0 || m.differ(f.Get(in.A), operand(f, in), in.W, w&^(a|b)) {
			return 0
		}
		return 1
	case ir.OpULt, ir.OpULe, ir.OpSLt, ir.OpSLe:
		if a|b == 0 {
			return 0
		}
		return 1
	case ir.OpZExt:
		return a & in.From.Mask()
	case ir.OpSExt:
		return signExtend(a&in.From.Mask(), in.From) & w
	}
	return w
}

// differ reports whether x and y differ in bits that mask has, forking where that depends on the options.
func (m *Machine) differ(x, y expr.Value, w ir.Width, mask uint64) bool {
	if x.E == nil && y.E == nil {
		return (x.C^y.C)&mask != 0
	}
	n := uint(w.Bits())
	d := m.b.And(m.b.Xor(m.wide(x, n), m.wide(y, n)), m.b.Const(mask, n))
	return m.decide(m.b.Not(m.b.Eq(d, m.b.Const(0, n))))
}

// gapsOf returns what is undefined of n bytes at an address, whose contents are c, in all configurations of the path, forking
// where that depends on them. What turns out to be defined is remembered to be so where there is little of it.
func (m *Machine) gapsOf(c *memory.Contents, addr, n uint64) []memory.Gap {
	off := addr & math.MaxUint32
	return slices.DeleteFunc(c.Gaps(off, n), func(g memory.Gap) bool {
		if g.When == nil || m.decide(g.When) {
			return false
		}
		if c.FewGaps() {
			id := uint32(addr >> 32)
			m.drop(id)
			m.p.Mem.Modify(id).Define(off+g.Off, g.N)
		}
		return true
	})
}

// undefinedBits returns the bits of a word that a gap covers.
func undefinedBits(g memory.Gap) uint64 {
	if g.N < 8 {
		return (1<<(8*g.N) - 1) << (8 * g.Off)
	}
	return math.MaxUint64 << (8 * g.Off)
}

// loadTaint returns what is undefined of w bytes at off, which were loaded.
func (m *Machine) loadTaint(id uint64, c *memory.Contents, off, w uint64) state.Taint {
	if c.Defined(off, w) {
		return state.Taint{}
	}
	t := state.Taint{}
	for _, g := range m.gapsOf(c, id<<32|off, w) {
		t.Bits |= undefinedBits(g)
	}
	if t.Bits != 0 {
		t.From, _ = m.p.Mem.Find(id << 32)
	}
	return t
}

// storeTaint makes the bytes of a value that was just stored undefined that are so altogether.
func storeTaint(c *memory.Contents, off, w, bits uint64) {
	for i := range w {
		if bits>>(8*i)&0xff == 0xff {
			c.Undefine(off+i, 1)
		}
	}
}

// undefinedArguments notes undefined arguments of a function that the engine performs.
func (m *Machine) undefinedArguments(fn *function, f *state.Frame, in *ir.Instr, name string) {
	for _, r := range in.Args {
		m.used(fn, f, r, 8, "is passed to "+name)
	}
}

// anyTainted reports whether an argument of a call is undefined.
func (m *Machine) anyTainted(f *state.Frame, in *ir.Instr) bool {
	for _, r := range in.Args {
		if m.taint(f, r).Bits != 0 {
			return true
		}
	}
	return false
}

// named returns a taint that says what variable it is of.
func (fn *function) named(t state.Taint, r ir.Reg) state.Taint {
	if t.Bits != 0 && t.From == nil {
		t.From = &memory.Object{Kind: memory.Stack, Name: fn.variable(r)}
	}
	return t
}
