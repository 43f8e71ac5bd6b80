package state

import (
	"math"
	"testing"

	"github.com/confcov/confcov/explore/expr"
	"github.com/confcov/confcov/explore/memory"
	"github.com/confcov/confcov/explore/path"
)

// TestForkSharesNothingWritable: what one side does after a fork the other does not see.
func TestForkSharesNothingWritable(t *testing.T) {
	b := expr.NewBuilder()
	e := b.VarUnsigned(0, 32, 0, math.MaxUint32)
	var pool Pool
	p := NewProcess(1, memory.New())
	outer := p.Push(&pool, 7, 3)
	outer.Set(0, expr.Value{C: 5})
	outer.Set(1, expr.Value{E: e})
	inner := p.Push(&pool, 8, 2)
	inner.Set(0, expr.Value{C: 1})
	a := &State{Procs: []*Process{p}, Visited: []uint64{1}}
	a.Note(path.Note{Message: "first"})
	c := a.Fork()
	for _, st := range []*State{a, c} {
		q := st.Process()
		if len(q.Frames) != 2 || q.Owns(q.Top()) || q.Top().Get(0).C != 1 || q.Frames[0].Get(1).E != e {
			t.Fatalf("after the fork: %+v", q.Top())
		}
	}
	q := a.Process()
	q.Own(1).Set(0, expr.Value{C: 2})
	q.Pop(&pool)
	q.Own(0).Set(1, expr.Value{C: 9})
	q.Push(&pool, 9, 2).Set(1, expr.Value{C: 77})
	a.Visited[0] |= 2
	a.Note(path.Note{Message: "second"})
	r := c.Process()
	if r.Top().Sym != 8 || r.Top().Get(0).C != 1 || r.Frames[0].Get(1).E != e || c.Visited[0] != 1 || len(c.Notes) != 1 {
		t.Errorf("the other side sees it: %+v %+v", r.Top(), c)
	}
	c.Note(path.Note{Message: "third"})
	if len(a.Notes) != 2 || a.Notes[1].Message != "second" {
		t.Errorf("notes %v", a.Notes)
	}
	if f := q.Frames[0]; f.Symbolic() || f.Get(1).C != 9 {
		t.Errorf("the register that became concrete: %+v", f)
	}
}

// TestKeep: symbolic values of registers that are not live are forgotten.
func TestKeep(t *testing.T) {
	b := expr.NewBuilder()
	var pool Pool
	f := NewProcess(1, memory.New()).Push(&pool, 0, 70)
	f.Set(3, expr.Value{E: b.VarUnsigned(0, 32, 0, 9)})
	f.Set(68, expr.Value{E: b.VarUnsigned(1, 32, 0, 9)})
	f.Keep([]uint64{1 << 3, 0})
	if !f.Symbolic() || f.Get(3).E == nil || f.Get(68).E != nil {
		t.Errorf("registers 3 and 68: %v %v", f.Get(3), f.Get(68))
	}
	f.Keep([]uint64{0, 0})
	if f.Symbolic() {
		t.Error("still symbolic")
	}
}
