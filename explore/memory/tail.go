package memory

// This file follows the end of a buffer while pieces are appended to it in different configurations.

import (
	"slices"

	"github.com/confcov/confcov/explore/expr"
	"github.com/confcov/confcov/subjects/confspace"
)

// tail is where a buffer ends, in configurations of care. What was appended last is not made one choice with what is before it at once: mostly what comes next replaces it.
type tail struct {
	b    *expr.Builder
	care confspace.Set
	end  *expr.Expr // where no piece says it
	last []piece    // the newest, which say it where they were made
}

// piece ends at an address in the configurations of a set, if no newer one was made there.
type piece struct {
	at   *expr.Expr
	when confspace.Set
}

// maxPieces is how many pieces are kept apart.
const maxPieces = 8

// at reports whether the end is known to be at an address in configurations of a set.
func (t *tail) at(addr *expr.Expr, where confspace.Set) bool {
	m := t.b.Sets()
	for _, p := range slices.Backward(t.last) {
		if !equalWhere(t.b, addr, p.at, m.And(where, p.when), t.care) {
			return false
		}
		if where = m.Diff(where, p.when); m.Disjoint(where, t.care) {
			return true
		}
	}
	return equalWhere(t.b, addr, t.end, where, t.care)
}

// move makes an address the end in configurations of a set.
func (t *tail) move(at *expr.Expr, when confspace.Set) {
	m := t.b.Sets()
	if m.Implies(t.care, when) {
		t.end, t.last = at, t.last[:0]
		return
	}
	t.last = slices.DeleteFunc(t.last, func(p piece) bool { return m.Disjoint(m.Diff(p.when, when), t.care) })
	if len(t.last) == maxPieces {
		t.end = t.b.Choose(t.last[0].when, t.last[0].at, t.end)
		t.last = slices.Delete(t.last, 0, 1)
	}
	t.last = append(t.last, piece{at, when})
}

// equalWhere reports whether x and y are known to be equal in configurations of a set and of care.
func equalWhere(b *expr.Builder, x, y *expr.Expr, where, care confspace.Set) bool {
	if equal, ok := b.EqualIn(x, y, where, care); ok {
		return equal
	}
	m := b.Sets()
	set, ok := b.SetOf(b.Eq(b.Restrict(x, care), b.Restrict(y, care)))
	return ok && m.Disjoint(m.Diff(where, set), care)
}
