package expr

// This file restricts choices to the configurations that matter, as of a path condition.
//
// It is the generalised cofactor of Coudert and Madre (restrict): where one side of a node has no configuration that matters, the other takes the
// node's place. What matters is first projected to the options that the expression depends on, so that the same is found again under many path conditions.

import (
	"math"

	"github.com/confcov/confcov/subjects/confspace"
)

// restrictedSize is how many results are remembered at first. It grows with the number of expressions.
const restrictedSize = 1 << 13

// restrictCode is what parts of restrictions are remembered under, among parts of operations.
const restrictCode = uint32(OpChoice) | 1<<8

// projection is what a set says about the options of a support.
type projection struct {
	s    *support
	set  confspace.Set
	onto confspace.Set
}

// restricted is the result of restricting an expression.
type restricted struct {
	e    *Expr
	care confspace.Set
	r    *Expr
}

// Restrict returns an expression with the values of e in the configurations of care, and whatever values elsewhere: a constant if e is a choice and has one value
// there, else mostly a smaller choice. It looks for choices in the operands of other expressions, too. What it returns for a
// care that is Empty is e.
func (b *Builder) Restrict(e *Expr, care confspace.Set) *Expr {
	if e.flags&hasChoice == 0 || care <= confspace.Full {
		return e
	}
	if n := len(b.restrictions); n == 0 || n < lastMemo && n < int(b.count) {
		n = max(restrictedSize, 2*n)
		b.projections, b.restrictions = make([]projection, n/2), make([]restricted, n)
	}
	care = b.project(care, e.support)
	if care == confspace.Full {
		return e
	}
	m := &b.restrictions[(e.id*0x9E3779B1^uint32(care)*0x85EBCA77)>>8&uint32(len(b.restrictions)-1)]
	if m.e == e && m.care == care {
		return m.r
	}
	var r *Expr
	switch set, ok := b.SetOf(e); {
	case ok && b.sets.Implies(care, set):
		r = b.truth[1]
	case ok && b.sets.Disjoint(care, set):
		r = b.truth[0]
	case ok:
		r = e
		if b.sets.Try(16*b.Limits.Nodes, func() { set = b.sets.Simplify(set, care) }) == nil {
			r = b.OfSet(set)
		}
	case e.op == OpChoice:
		r = b.restrictChoice(e, care)
	case e.op == OpIte:
		r = b.restrictIte(e, care)
	default:
		r = b.rebuild(e, func(x *Expr) *Expr { return b.Restrict(x, care) })
	}
	*m = restricted{e, care, r}
	return r
}

// restrictChoice restricts a choice; where sets become too large it is left as it is.
func (b *Builder) restrictChoice(e *Expr, care confspace.Set) *Expr {
	a := b.begin()
	defer b.end()
	r := e
	if b.sets.Try(16*b.Limits.Nodes, func() { r = a.restrict(e, care) }) != nil {
		return e
	}
	return r
}

// restrictIte restricts each arm to where it is the value.
func (b *Builder) restrictIte(e *Expr, care confspace.Set) *Expr {
	c := b.Restrict(e.a, care)
	set, ok := b.SetOf(c)
	if !ok || c.op == OpConst {
		return b.Ite(c, b.Restrict(e.b, care), b.Restrict(e.c, care))
	}
	then, els := care, care
	_ = b.sets.Try(b.Limits.Nodes, func() { // where that is too much they are restricted to care
		x, y := b.sets.And(care, set), b.sets.Diff(care, set)
		then, els = x, y
	})
	return b.Ite(c, b.Restrict(e.b, then), b.Restrict(e.c, els))
}

// project returns what care says about the options of a support; Full where that is too much.
func (b *Builder) project(care confspace.Set, s *support) confspace.Set {
	p := &b.projections[(s.id*0x9E3779B1^uint32(care)*0x85EBCA77)>>8&uint32(len(b.projections)-1)]
	if p.s == s && p.set == care {
		return p.onto
	}
	r := confspace.Full
	if b.sets.Try(4*b.Limits.Nodes, func() { r = b.sets.Keep(care, s.words) }) != nil {
		r = confspace.Full
	}
	*p = projection{s, care, r}
	return r
}

// restrict is Restrict of a choice, or of a leaf. What is too much is left as it is.
func (a *applier) restrict(e *Expr, care confspace.Set) *Expr {
	if care == confspace.Full || e.flags&hasChoice == 0 {
		return e
	}
	b := a.b
	if e.op != OpChoice {
		return b.Restrict(e, care)
	}
	key := [4]uint32{e.id + 1, uint32(care)}
	if m := b.memo(&key, restrictCode); m.key == key && m.round == restrictCode {
		return m.r
	}
	if i, ok := a.slot(key); ok {
		return a.table[i].r
	}
	if !a.more() {
		return e
	}
	var r *Expr
	level, at := e.Level(), b.sets.Level(care)
	c0, c1 := b.sets.At(care, min(level, at))
	switch {
	case at == math.MaxInt32 || at >= b.sets.Levels():
		return e
	case at < level:
		r = a.restrict(e, b.sets.Or(c0, c1))
	case c1 == confspace.Empty:
		r = a.restrict(e.b, c0)
	case c0 == confspace.Empty:
		r = a.restrict(e.a, c1)
	default:
		high := a.restrict(e.a, c1)
		r = b.decide(level, high, a.restrict(e.b, c0))
	}
	if a.count <= b.most() { // otherwise something below may have been left as it is
		a.remember(key, r)
		*b.memo(&key, restrictCode) = applied{key: key, round: restrictCode, r: r}
	}
	return r
}
