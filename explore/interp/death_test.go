package interp

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/confcov/confcov/explore/expr"
	"github.com/confcov/confcov/explore/ir"
	"github.com/confcov/confcov/explore/memory"
	"github.com/confcov/confcov/explore/state"
	"github.com/confcov/confcov/subjects/confspace"
)

// setDecider decides conditions that are sets.
type setDecider struct {
	undecided
	b    *expr.Builder
	sets *confspace.Sets
}

func (d setDecider) Split(pc state.PathCondition, cond *expr.Expr) (v Verdict, yes, no state.PathCondition) {
	s, ok := d.b.SetOf(cond)
	if !ok {
		return Unknown, pc, pc
	}
	yes, no = pc, pc
	yes.Set, no.Set = d.sets.And(pc.Set, s), d.sets.Diff(pc.Set, s)
	switch {
	case no.Set == confspace.Empty:
		return Always, pc, pc
	case yes.Set == confspace.Empty:
		return Never, pc, pc
	}
	return Either, yes, no
}

func (d setDecider) Feasible(pc state.PathCondition, e *expr.Expr) (uint64, bool) {
	for leaf, where := range d.b.Leaves(e) {
		if leaf.IsConst() && !d.sets.Disjoint(where, pc.Set) {
			return leaf.Const(), true
		}
	}
	return 0, false
}

// meetProgram allocates a block, in which it sets a word, calls meet, and goes on with the body. r1 is the block, r2 its first word.
const meetProgram = `program @main
file "m.c" subject
object block size 8 align 8
intrinsic malloc
intrinsic free
intrinsic realloc
func meet params 0 result 0 regs 0 subject !1:1:1
b0:
  return
func main params 0 result 4 regs 6 subject !1:2:1
b0:
  r0 = const 16
  r1 = call.8 @malloc(r0) !1:3:1
  r3 = const 7
  store.4 r1, r3 !1:4:1
  r4 = symaddr @block
  store.8 r4, r1 !1:4:1
  call @meet() !1:5:1
%s
`

// atMeet runs the program. What where says is done, at the call of meet, to the address space of the configurations in which x is 0
// only; it returns how the configurations end, and the warnings, as text.
func atMeet(t *testing.T, body string, slow bool, other func(as *memory.AddressSpace, block uint64)) (text string, stats Stats) {
	t.Helper()
	prog, err := ir.ParseProgram("m", fmt.Sprintf(meetProgram, body))
	if err != nil {
		t.Fatal(err)
	}
	meet := int32(slices.IndexFunc(prog.Symbols, func(s ir.Symbol) bool { return s.Name == "meet" }))
	object := uint64(slices.IndexFunc(prog.Symbols, func(s ir.Symbol) bool { return s.Name == "block" })+1) << 32
	sp := &confspace.Space{Options: []confspace.Option{{Name: "x", Domain: confspace.Bool()}}}
	sets := confspace.NewSets(sp)
	b := expr.NewBuilder()
	b.SetSets(sets)
	x := sets.Setting(0, 1)
	hooks := Hooks{Point: func(st *state.State, _ int32, _ Hook) {
		as := st.Process().Mem
		c, _ := as.Read(object, 8)
		o := as.Fork()
		other(o, c.Load(b, 0, 8).C)
		if why := as.Join(b, o, x, 100); why != "" {
			t.Fatal(why)
		}
	}}
	code := Decode(prog, map[int32]Hook{meet: HookEntry}, false)
	m := New(code, b, sets, setDecider{b: b, sets: sets}, hooks, Options{SlowOnly: slow})
	st := m.Start(nil)
	st.Condition.Set = confspace.Full
	m.Enter(st, int32(slices.IndexFunc(prog.Symbols, func(s ir.Symbol) bool { return s.Name == "main" })), 0)
	var ends []string
	for work := []*state.State{st}; len(work) > 0; {
		res := m.Run(work[0], 1<<40)
		for _, f := range res.Finished {
			s := fmt.Sprintf("%s: %v %d %s", sets.String(f.State.Condition.Set), f.End.Kind, f.End.Code, f.End.Message)
			for _, n := range f.State.Notes {
				s += fmt.Sprintf(" [%s at %s]", n.Message, n.At)
			}
			ends = append(ends, strings.TrimSpace(s))
		}
		work = append(res.Live, work[1:]...)
	}
	slices.Sort(ends)
	return strings.Join(ends, "\n"), m.Stats
}

// TestDeathUnderCondition: a block that was freed on one of two ways that met is dead for that way's configurations only.
func TestDeathUnderCondition(t *testing.T) {
	freed := func(as *memory.AddressSpace, block uint64) {
		if f := as.Free(block, ir.Pos{File: 1, Line: 9, Col: 1}); f != nil {
			t.Fatal(f)
		}
	}
	const died = ", allocated at m.c:3:1, freed at m.c:9:1"
	for _, c := range []struct{ name, body, want string }{
		{"load", "  r2 = load.4 r1 !1:6:1\n  return r2", "x=0: memory error 0 use after free: read of 4 bytes at offset 0 of 16-byte heap block" + died + "\nx=1: exit 7"},
		{"store", "  store.4 r1 + 4, r3 !1:6:1\n  r2 = load.4 r1 + 4\n  return r2", "x=0: memory error 0 use after free: write of 4 bytes at offset 4 of 16-byte heap block" + died + "\nx=1: exit 7"},
		{"free", "  call @free(r1) !1:6:1\n  return r3", "x=0: memory error 0 double free of 16-byte heap block" + died + "\nx=1: exit 7"},
		{"free twice", "  call @free(r1) !1:6:1\n  call @free(r1) !1:7:1\n  return r3", "x=0: memory error 0 double free of 16-byte heap block" + died + "\nx=1: memory error 0 double free of 16-byte heap block, allocated at m.c:3:1, freed at m.c:6:1"},
		{"realloc", "  r5 = const 8\n  r2 = call.8 @realloc(r1, r5) !1:6:1\n  r2 = load.4 r2\n  return r2", "x=0: memory error 0 double free of 16-byte heap block" + died + "\nx=1: exit 7"},
		{"not used", "  return r3", "true: exit 7"},
	} {
		for _, slow := range []bool{false, true} {
			t.Run(fmt.Sprint(c.name, slow), func(t *testing.T) {
				if got, _ := atMeet(t, c.body, slow, freed); got != c.want {
					t.Errorf("%s\nwant\n%s", got, c.want)
				}
			})
		}
	}
}

// TestUndefinedUnderCondition: bytes that one of two ways that met has not written are undefined for its configurations only.
func TestUndefinedUnderCondition(t *testing.T) {
	unset := func(as *memory.AddressSpace, block uint64) {
		c, f := as.Write(block, 4)
		if f != nil {
			t.Fatal(f)
		}
		c.Store(0, 4, expr.Value{})
		c.Undefine(0, 4)
	}
	const warning = "  [undefined value of 16-byte heap block, allocated at m.c:3:1, decides a branch at m.c:7:1 (main)]"
	const branch = "  branch.4 r2 ? b1 : b2 !1:7:1\nb1:\n  r5 = const 1\n  return r5\nb2:\n  r5 = const 2\n  return r5"
	const loop = "  r5 = const 1000\n  jump b1\nb1:\n  r2 = load.4 r1\n  branch.4 r2 ? b2 : b3 !1:7:1\nb2:\n  r5 = sub.4 r5, 1\n  branch.4 r5 ? b1 : b3\nb3:\n  return r5"
	if got, stats := atMeet(t, loop, false, unset); got != "x=0: exit 232"+warning+"\nx=1: exit 0" || stats.Slow > 100 {
		t.Errorf("a loop that reads it: %s, %d instructions on the slow path", got, stats.Slow)
	}
	for _, c := range []struct{ name, body, want string }{
		{"branch", "  r2 = load.4 r1 !1:6:1\n" + branch, "x=0: exit 2" + warning + "\nx=1: exit 1"},
		{"byte", "  r2 = load.1 r1 !1:6:1\n  r2 = zext.4.1 r2\n" + branch, "x=0: exit 2" + warning + "\nx=1: exit 1"},
		{"written", "  store.4 r1, r3 !1:6:1\n  r2 = load.4 r1\n" + branch, "true: exit 1"},
		{"not used", "  return r3", "true: exit 7"},
	} {
		for _, slow := range []bool{false, true} {
			t.Run(fmt.Sprint(c.name, slow), func(t *testing.T) {
				if got, _ := atMeet(t, c.body, slow, unset); got != c.want {
					t.Errorf("%s\nwant\n%s", got, c.want)
				}
			})
		}
	}
}

// TestConcreteBytesOfJoinedObject: where other bytes of an object differ, those that do not are still for the fast path.
func TestConcreteBytesOfJoinedObject(t *testing.T) {
	differ := func(as *memory.AddressSpace, block uint64) {
		c, _ := as.Write(block, 16)
		c.Store(4, 4, expr.Value{C: 9})
	}
	for _, off := range []int{0, 8} {
		body := fmt.Sprintf("  r5 = const 1000\n  jump b1\nb1:\n  store.4 r1 + %d, r5\n  r2 = load.4 r1 + %d\n  r5 = sub.4 r2, 1\n  branch.4 r5 ? b1 : b2\nb2:\n  r2 = load.4 r1 + 4\n  return r2", off, off)
		got, stats := atMeet(t, body, false, differ)
		if got != "x=0: exit 9\nx=1: exit 0" || stats.Slow > 100 {
			t.Errorf("%s, %d instructions on the slow path", got, stats.Slow)
		}
	}
}
