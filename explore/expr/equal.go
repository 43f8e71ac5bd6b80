package expr

// This file compares choices where only some configurations matter. Unlike Eq and Restrict that makes no expressions, and looks at no more of them than matters.

import (
	"math"

	"github.com/confcov/confcov/subjects/confspace"
)

// EqualIn reports whether x and y are known to be equal in the configurations that are in both sets. It is not ok where finding that out takes more than
// an operation may.
func (b *Builder) EqualIn(x, y *Expr, in, care confspace.Set) (equal, ok bool) {
	if x == y {
		return true, true
	}
	x, y = b.Diagram(x), b.Diagram(y)
	b.mustSets()
	a := b.begin()
	defer b.end()
	equal = a.equal(x, y, in, care)
	return equal, equal || a.count <= b.most()
}

// equal is EqualIn, and false where that is too much. The combinations that it has met and that are equal are remembered: others end it.
func (a *applier) equal(x, y *Expr, in, care confspace.Set) bool {
	if x == y || in == confspace.Empty || care == confspace.Empty {
		return true
	}
	m := a.b.sets
	level := min(x.level(), y.level())
	if level == math.MaxInt32 || x.umax < y.umin || y.umax < x.umin {
		return m.Disjoint(in, care)
	}
	key := [4]uint32{x.id + 1, y.id + 1, uint32(in), uint32(care)}
	if _, ok := a.slot(key); ok {
		return true
	}
	if !a.more() {
		return false
	}
	level = min(level, m.Level(in), m.Level(care))
	x1, x0 := x.at(level)
	y1, y0 := y.at(level)
	in0, in1 := m.At(in, level)
	care0, care1 := m.At(care, level)
	if !a.equal(x1, y1, in1, care1) || !a.equal(x0, y0, in0, care0) {
		return false
	}
	a.remember(key, nil)
	return true
}
