package solver

// This file bit-blasts expressions: each bit of an expression's value becomes the
// set of configurations in which it is 1.

import (
	"github.com/confcov/confcov/explore/expr"
	"github.com/confcov/confcov/subjects/confspace"
)

// vector is the bits of a value, lowest first.
type vector []confspace.Set

// BlastBudget is the number of nodes that one operation may add.
const BlastBudget = 1 << 16

// setUnder returns a set that has the configurations of pc for which cond holds, and no
// other configurations of pc.
func (s *Solver) setUnder(pc confspace.Set, cond *expr.Expr) (confspace.Set, bool) {
	id := int(cond.ID())
	if id >= len(s.conds) {
		s.conds = append(s.conds, make([]int32, 2*id+64-len(s.conds))...)
	}
	switch c := s.conds[id]; {
	case c > 0:
		s.Stats.Set++
		return confspace.Set(c - 1), true
	case c == 0:
		if cond.Op() == expr.OpNot {
			set, ok := s.setUnder(pc, cond.Arg(0))
			return set ^ 1, ok
		}
		if o, d, ok := s.divisible(cond); ok && d > smallDivisor {
			return s.multiplesUnder(pc, o, d)
		}
		if set, ok := s.b.SetOf(cond); ok {
			s.conds[id] = int32(set) + 1
			s.Stats.Set++
			return set, true
		}
		v := s.blastWithin(cond)
		if v != nil {
			s.conds[id] = int32(v[0]) + 1
			s.Stats.Set++
			return v[0], true
		}
		s.conds[id] = -1
	}
	if r := s.b.Restrict(cond, pc); r != cond {
		if r.IsConst() {
			return confspace.Set(r.Const()), true
		}
		return s.setUnder(pc, r)
	}
	if v := s.enumerateUnder(pc, cond); v != nil {
		s.Stats.Enumerated++
		return v[0], true
	}
	return confspace.Empty, false
}

// bitsUnder is setUnder for each bit of e.
func (s *Solver) bitsUnder(pc confspace.Set, e *expr.Expr) vector {
	if v := s.blastWithin(e); v != nil {
		return v
	}
	if r := s.b.Restrict(e, pc); r != e {
		return s.bitsUnder(pc, r)
	}
	return s.enumerateUnder(pc, e)
}

// manyNodes is how many nodes there are when budgets become tight.
const manyNodes = 1 << 22

// blastWithin is blast with a budget for all operations together, too.
func (s *Solver) blastWithin(e *expr.Expr) vector {
	if v, ok := s.vectors[e]; ok {
		return v
	}
	s.allowed = 2 * s.budget
	if s.sets.Nodes() > manyNodes {
		s.allowed = s.budget / 16
	}
	v := s.blast(e)
	if v == nil {
		if v = s.enumerate(e); v != nil {
			s.vectors[e] = v
		}
	}
	return v
}

// blast returns the bits of e, or nil where that takes too many nodes.
func (s *Solver) blast(e *expr.Expr) vector {
	if v, ok := s.vectors[e]; ok {
		return v
	}
	var v vector
	ok := true
	if !e.Op().IsFloat() {
		args := make([]vector, e.Args())
		for i := range args {
			if args[i] = s.blast(e.Arg(i)); args[i] == nil {
				ok = false
				break
			}
		}
		if ok {
			before := s.sets.Nodes()
			err := s.sets.Try(max(0, min(s.budget, s.allowed)), func() { v = s.operate(e, args) })
			s.allowed -= s.sets.Nodes() - before
			if err != nil {
				s.Stats.OverBudget++
				v = nil
			}
		}
	}
	if v == nil && (ok || e.Bits() == 1) { // what depends on something that failed is tried as a whole
		v = s.enumerate(e)
	}
	s.vectors[e] = v
	return v
}

func (s *Solver) operate(e *expr.Expr, args []vector) vector {
	m, w := s.sets, int(e.Bits())
	switch e.Op() {
	case expr.OpConst:
		return constant(e.Const(), w)
	case expr.OpVar:
		if d := s.sets.Space().Options[e.Option()].Domain; int(d.Bits) != w {
			panic("BUG: a variable's width is not its option's")
		}
		v := make(vector, w)
		for i := range v {
			v[i] = m.Bit(e.Option(), i)
		}
		return v
	case expr.OpAdd:
		return s.add(args[0], args[1], confspace.Empty)
	case expr.OpSub:
		return s.add(args[0], not(args[1]), confspace.Full)
	case expr.OpMul:
		return s.mul(args[0], args[1])
	case expr.OpUDiv, expr.OpURem, expr.OpSDiv, expr.OpSRem:
		return s.divide(e.Op(), args[0], args[1])
	case expr.OpAnd, expr.OpOr, expr.OpXor:
		return s.bitwise(e.Op(), args[0], args[1])
	case expr.OpShl, expr.OpLShr, expr.OpAShr:
		return s.shift(e.Op(), args[0], args[1])
	case expr.OpNot:
		return not(args[0])
	case expr.OpEq:
		r := confspace.Full
		for i := range args[0] {
			r = m.And(m.Iff(args[0][i], args[1][i]), r)
		}
		return vector{r}
	case expr.OpULt:
		return vector{s.less(args[0], args[1])}
	case expr.OpSLt:
		return vector{s.less(flipTop(args[0]), flipTop(args[1]))}
	case expr.OpZExt:
		return extend(args[0], w, confspace.Empty)
	case expr.OpSExt:
		return extend(args[0], w, args[0][len(args[0])-1])
	case expr.OpExtract:
		return args[0][e.Offset() : int(e.Offset())+w]
	case expr.OpConcat:
		return append(append(vector{}, args[1]...), args[0]...)
	case expr.OpIte:
		return s.choose(args[0][0], args[1], args[2])
	case expr.OpChoice:
		return s.chooseAt(e.Level(), args[0], args[1])
	}
	return nil
}

func constant(k uint64, w int) vector {
	v := make(vector, w)
	for i := range v {
		v[i] = confspace.Set(k >> i & 1)
	}
	return v
}

func not(v vector) vector {
	r := make(vector, len(v))
	for i, b := range v {
		r[i] = b ^ 1
	}
	return r
}

func extend(v vector, w int, with confspace.Set) vector {
	r := append(make(vector, 0, w), v...)
	for len(r) < w {
		r = append(r, with)
	}
	return r
}

func flipTop(v vector) vector {
	r := append(vector{}, v...)
	r[len(r)-1] ^= 1
	return r
}

func (s *Solver) add(x, y vector, carry confspace.Set) vector {
	m := s.sets
	r := make(vector, len(x))
	for i := range r {
		half := m.Xor(x[i], y[i])
		r[i] = m.Xor(half, carry)
		if i+1 < len(r) {
			carry = m.Ite(half, carry, x[i])
		}
	}
	return r
}

func (s *Solver) neg(x vector) vector {
	return s.add(constant(0, len(x)), not(x), confspace.Full)
}

func (s *Solver) mul(x, y vector) vector {
	if isConstant(x) {
		x, y = y, x
	}
	r := constant(0, len(x))
	for i := len(y) - 1; i >= 0; i-- {
		if y[i] == confspace.Empty {
			continue
		}
		term := constant(0, len(x))
		for j := i; j < len(x); j++ {
			term[j] = s.sets.And(x[j-i], y[i])
		}
		r = s.add(r, term, confspace.Empty)
	}
	return r
}

func isConstant(v vector) bool {
	for _, b := range v {
		if b > confspace.Full {
			return false
		}
	}
	return true
}

func (s *Solver) less(x, y vector) confspace.Set {
	r := confspace.Empty
	for i := range x {
		r = s.sets.Ite(s.sets.Xor(x[i], y[i]), y[i], r)
	}
	return r
}

func (s *Solver) choose(c confspace.Set, x, y vector) vector {
	r := make(vector, len(x))
	for i := range r {
		r[i] = s.sets.Ite(c, x[i], y[i])
	}
	return r
}

func (s *Solver) bitwise(op expr.Op, x, y vector) vector {
	r := make(vector, len(x))
	for i := range r {
		switch op {
		case expr.OpAnd:
			r[i] = s.sets.And(x[i], y[i])
		case expr.OpOr:
			r[i] = s.sets.Or(x[i], y[i])
		default:
			r[i] = s.sets.Xor(x[i], y[i])
		}
	}
	return r
}

// shift moves x by as many bits as y says, modulo 32 or 64.
func (s *Solver) shift(op expr.Op, x, y vector) vector {
	fill, stages := confspace.Empty, 5
	if op == expr.OpAShr {
		fill = x[len(x)-1]
	}
	if len(x) > 32 {
		stages = 6
	}
	for k := 0; k < stages && k < len(y); k++ {
		moved := make(vector, len(x))
		for i := range moved {
			j := i + 1<<k
			if op == expr.OpShl {
				j = i - 1<<k
			}
			switch {
			case j < 0:
				moved[i] = confspace.Empty
			case j >= len(x):
				moved[i] = fill
			default:
				moved[i] = x[j]
			}
		}
		x = s.choose(y[k], moved, x)
	}
	return x
}

// divide is restoring division. By zero it gives what expr.OpUDiv and its kin say.
func (s *Solver) divide(op expr.Op, x, y vector) vector {
	signed := op == expr.OpSDiv || op == expr.OpSRem
	top := len(x) - 1
	sx, sy := x[top], y[top]
	if signed {
		x, y = s.choose(sx, s.neg(x), x), s.choose(sy, s.neg(y), y)
	}
	q := make(vector, len(x))
	r := constant(0, len(x)+1)
	wide := extend(y, len(x)+1, confspace.Empty)
	for i := top; i >= 0; i-- {
		r = append(vector{x[i]}, r[:len(x)]...)
		q[i] = s.less(r, wide) ^ 1
		if q[i] != confspace.Empty {
			r = s.choose(q[i], s.add(r, not(wide), confspace.Full), r)
		}
	}
	r = r[:len(x)]
	switch op {
	case expr.OpUDiv:
		return q
	case expr.OpURem:
		return r
	case expr.OpSDiv:
		return s.choose(s.sets.Xor(sx, sy), s.neg(q), q)
	}
	return s.choose(sx, s.neg(r), r)
}
