package solver

// This file decides whether an option is divisible by constants, which bit-blasting is bad at: the remainder of a division by a large
// number has a large diagram. The multiples in the range that a path condition leaves to the option are listed
// where they are few. Several conditions on one option are one, on the least common multiple.

import (
	"math/bits"

	"github.com/confcov/confcov/explore/expr"
	"github.com/confcov/confcov/subjects/confspace"
)

// smallDivisor is the divisor up to which remainders are blasted.
const smallDivisor = 256

// divisible reports whether cond says that an option is a multiple of a constant, and of which.
func (s *Solver) divisible(cond *expr.Expr) (option int, divisor uint64, ok bool) {
	if cond.Op() != expr.OpEq || !cond.Arg(1).IsConst() || cond.Arg(1).Const() != 0 {
		return 0, 0, false
	}
	rem := cond.Arg(0)
	signed := rem.Op() == expr.OpSRem
	if rem.Op() != expr.OpURem && !signed || !rem.Arg(1).IsConst() {
		return 0, 0, false
	}
	x, divisor := rem.Arg(0), rem.Arg(1).Const()
	if divisor == 0 || signed && divisor>>(rem.Bits()-1) != 0 {
		return 0, 0, false
	}
	extension := x.Op()
	if extension == expr.OpZExt || extension == expr.OpSExt {
		x = x.Arg(0)
	}
	if x.Op() != expr.OpVar {
		return 0, 0, false
	}
	option = x.Option()
	optionSigned := s.sets.Space().Options[option].Domain.Signed
	switch extension {
	case expr.OpZExt:
		ok = !optionSigned
	case expr.OpSExt:
		ok = optionSigned && signed
	default:
		ok = optionSigned == signed
	}
	return option, divisor, ok
}

// multiplesUnder returns a set that has the configurations of pc in which the option is a multiple of the divisor, and no others of pc.
func (s *Solver) multiplesUnder(pc confspace.Set, option int, divisor uint64) (confspace.Set, bool) {
	key := multipleKey{pc, option, divisor}
	if r, ok := s.multiples[key]; ok {
		return r.set, r.ok
	}
	set, ok := s.listMultiples(pc, option, divisor)
	s.multiples[key] = multipleSet{set, ok}
	return set, ok
}

type multipleKey struct {
	pc      confspace.Set
	option  int
	divisor uint64
}

type multipleSet struct {
	set confspace.Set
	ok  bool
}

func (s *Solver) listMultiples(pc confspace.Set, option int, divisor uint64) (confspace.Set, bool) {
	d := s.sets.Space().Options[option].Domain
	lo, hi := s.bounds(pc, option)
	var n uint64
	if d.Signed {
		lo, hi = ceilDiv(lo, divisor), floorDiv(hi, divisor)
		if hi < lo {
			return confspace.Empty, true
		}
		n = uint64(hi) - uint64(lo)
	} else {
		a, b := uint64(lo), uint64(hi)
		a, b = (a-1)/divisor+1, b/divisor
		if lo == 0 {
			a = 0
		}
		if b < a {
			return confspace.Empty, true
		}
		lo, n = int64(a), b-a
	}
	if n < s.limit {
		var all []confspace.Set
		for k := uint64(0); k <= n; k++ {
			all = append(all, s.sets.Setting(option, d.Normalize((lo+int64(k))*int64(divisor))))
		}
		return s.sets.OrAll(all), true
	}
	return confspace.Empty, false
}

func ceilDiv(x int64, d uint64) int64 {
	if x > 0 {
		return int64((uint64(x)-1)/d + 1)
	}
	return -int64(-uint64(x) / d)
}

func floorDiv(x int64, d uint64) int64 { return -ceilDiv(-x, d) }

// bounds returns the smallest and the greatest value of an option in a set that is not empty; those of its domain where that
// takes too long.
func (s *Solver) bounds(set confspace.Set, option int) (lo, hi int64) {
	d := s.sets.Space().Options[option].Domain
	lo, hi = d.Bounds()
	if lo == hi || set == confspace.Empty {
		return lo, hi
	}
	extreme := func(greatest bool) (v uint64, ok bool) {
		left := set
		for i := int(d.Bits) - 1; i >= 0; i-- {
			bit := s.sets.Bit(option, i)
			want := greatest != (d.Signed && i == int(d.Bits)-1) // whether a 1 is better
			if !want {
				bit ^= 1
			}
			r, ok := s.and(left, bit)
			switch {
			case !ok:
				return 0, false
			case r == confspace.Empty:
				want = !want
			default:
				left = r
			}
			if want {
				v |= 1 << i
			}
		}
		return v, true
	}
	if v, ok := extreme(false); ok {
		lo = d.Normalize(int64(v))
	}
	if v, ok := extreme(true); ok {
		hi = d.Normalize(int64(v))
	}
	return lo, hi
}

// divisors returns the options that conditions say are divisible, in order, and by what all together; not
// ok if that is too large a number for one of them.
func (s *Solver) divisors(conds []*expr.Expr) (order []int, found map[int]uint64, ok bool) {
	found = map[int]uint64{}
	for _, c := range conds {
		if o, d, is := s.divisible(c); is {
			if found[o] == 0 {
				found[o] = 1
				order = append(order, o)
			}
			if found[o] = lcm(found[o], d); found[o] == 0 {
				return nil, nil, false
			}
		}
	}
	return order, found, true
}

// combine makes sets of the divisibility conditions of a residue that are few multiples together.
func (s *Solver) combine(pc PathCondition) PathCondition {
	order, found, ok := s.divisors(pc.Residue)
	if !ok {
		return pc
	}
	var rest []*expr.Expr
	settled := map[int]bool{}
	for _, o := range order {
		if set, ok := s.multiplesUnder(pc.Set, o, found[o]); ok {
			if set, ok = s.and(pc.Set, set); !ok {
				continue
			}
			if pc.Set, settled[o] = set, true; set == confspace.Empty {
				return pc
			}
		}
	}
	if len(settled) == 0 {
		return pc
	}
	for _, c := range pc.Residue {
		if o, _, ok := s.divisible(c); !ok || !settled[o] {
			rest = append(rest, c)
		}
	}
	pc.Residue = rest
	return pc
}

// lcm returns the least common multiple; 0: it is too large.
func lcm(a, b uint64) uint64 {
	x, y := a, b
	for y != 0 {
		x, y = y, x%y
	}
	hi, lo := bits.Mul64(a/x, b)
	if hi != 0 || lo>>63 != 0 {
		return 0
	}
	return lo
}
