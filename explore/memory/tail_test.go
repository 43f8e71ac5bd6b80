package memory

import (
	"testing"

	"github.com/confcov/confcov/explore/expr"
	"github.com/confcov/confcov/subjects/confspace"
)

// TestPartsMakeLittle: finding the parts of what was appended in many configurations makes next to no expressions.
func TestPartsMakeLittle(t *testing.T) {
	const options = 8
	s := buffer{newLateSpaces(options), nil, confspace.Full}
	on := func(o int) confspace.Set { return s.sets.Setting(o%options, 1) }
	s.care = s.sets.Or(s.sets.And(on(0), on(3)^1), s.sets.And(on(2)^1, on(5)))
	s.end = s.b.Const(firstHeap<<32, 64)
	for o := range options {
		where := s.sets.And(on(o), on(o+3)^1)
		x, y := s, buffer{s.fork(), s.end, s.sets.Diff(s.care, where)}
		x.care = s.sets.And(s.care, where)
		x.end, y.end = s.b.Restrict(s.end, x.care), s.b.Restrict(s.end, y.care)
		x.append(1, expr.Value{C: uint64(o)})
		if o%3 == 0 {
			y.append(2, expr.Value{C: uint64(o)})
		}
		if why := x.late.Join(s.b, y.late, where, 1000); why != "" {
			t.Fatal(why)
		}
		if why := x.now.Join(s.b, y.now, where, 1000); why != "" {
			t.Fatal(why)
		}
		s = buffer{x.lateSpaces, s.b.Restrict(s.b.Choose(where, x.end, y.end), s.care), s.care}
		s.append(1, expr.Value{C: '.'})
	}
	n := s.b.Sub(s.end, s.b.Const(firstHeap<<32, 64))
	before := s.b.Len()
	parts, ok := s.late.Parts(s.b, firstHeap<<32, n, s.care)
	made := s.b.Len() - before
	if !ok || !s.parts(t) || made > 8 {
		t.Errorf("%d parts, %v, which make %d expressions", len(parts), ok, made)
	}
}
