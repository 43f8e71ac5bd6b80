package memory

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/confcov/confcov/explore/expr"
	"github.com/confcov/confcov/explore/ir"
	"github.com/confcov/confcov/subjects/confspace"
)

// boolSpace has n booleans.
func boolSpace(n int) *confspace.Space {
	sp := &confspace.Space{}
	for i := range n {
		sp.Options = append(sp.Options, confspace.Option{Name: string(rune('x' + i)), Domain: confspace.Bool()})
	}
	return sp
}

// world is a configuration space and what the tests need of it.
type world struct {
	b     *expr.Builder
	sets  *confspace.Sets
	confs []confspace.Configuration
}

func newWorld(options int) *world {
	sets := confspace.NewSets(boolSpace(options))
	w := &world{b: expr.NewBuilder(), sets: sets}
	w.b.SetSets(sets)
	for k := range 1 << options {
		c := make(confspace.Configuration, options)
		for i := range c {
			c[i] = int64(k >> i & 1)
		}
		w.confs = append(w.confs, c)
	}
	return w
}

// machine is an address space for the configurations of a set, and what a program knows of it: addresses.
type machine struct {
	as    *AddressSpace
	set   confspace.Set
	slots []expr.Value // addresses
	frame []uint32     // locals of the function that is being called
}

func (m *machine) fork() *machine {
	return &machine{m.as.Fork(), m.set, slices.Clone(m.slots), slices.Clone(m.frame)}
}

// op is an instruction of the programs of TestJoin. It is carried out where guard holds.
type op struct {
	guard confspace.Set
	kind  string
	a, b  int // slots
	n, m  uint64
	w     uint64
	v     uint64
	opt   int // which option's value is stored, -1: v
	inner []op
}

// outcome is what an op does that can be seen.
type outcome struct {
	fault     FaultKind
	freed     ir.Pos
	value     uint64
	undefined uint64
}

// undecided is the panic of a machine that has to know a condition.
type undecided struct{ set confspace.Set }

// decide returns whether cond holds, or unwinds.
func (w *world) decide(m *machine, cond *expr.Expr) bool {
	s, ok := w.b.SetOf(cond)
	if !ok {
		panic("a condition that is no set")
	}
	switch s = w.sets.And(s, m.set); s {
	case confspace.Empty:
		return false
	case m.set:
		return true
	}
	panic(undecided{s})
}

// address returns the address in a slot.
func (w *world) address(m *machine, slot int) uint64 {
	v := m.slots[slot]
	if v.E == nil {
		return v.C
	}
	for leaf, where := range w.b.Leaves(v.E) {
		if w.sets.Disjoint(where, m.set) {
			continue
		}
		if w.decide(m, w.b.OfSet(where)) {
			return leaf.Const()
		}
	}
	panic("an address without leaves")
}

// access makes an access until it is known whether it is a fault.
func (w *world) access(m *machine, do func() *Fault) *Fault {
	for {
		f := do()
		if f == nil || f.When == nil || w.decide(m, f.When) {
			return f
		}
		m.as.Survived(f)
	}
}

func (w *world) read(m *machine, addr, n uint64) (c *Contents, f *Fault) {
	f = w.access(m, func() (f *Fault) { c, f = m.as.Read(addr, n); return f })
	return c, f
}

func (w *world) write(m *machine, addr, n uint64) (c *Contents, f *Fault) {
	f = w.access(m, func() (f *Fault) { c, f = m.as.Write(addr, n); return f })
	return c, f
}

func seen(f *Fault) *outcome { return &outcome{fault: f.Kind, freed: f.Freed} }

// step carries out an op and returns what can be seen of it: for each configuration of the machine; nil: nothing.
func (w *world) step(m *machine, o op) func(confspace.Configuration) *outcome {
	all := func(o *outcome) func(confspace.Configuration) *outcome {
		return func(confspace.Configuration) *outcome { return o }
	}
	switch o.kind {
	case "malloc":
		m.slots[o.a] = expr.Value{C: uint64(m.as.AllocIn(o.v%3, Object{Kind: Heap, Size: o.n, Undefined: o.v%2 == 0})) << 32}
	case "free":
		a := w.address(m, o.a)
		if f := w.access(m, func() *Fault { return m.as.Free(a, ir.Pos{Line: uint32(o.n)}) }); f != nil {
			return all(seen(f))
		}
	case "store":
		a := w.address(m, o.a)
		c, f := w.write(m, a+o.n, o.w)
		if f != nil {
			return all(seen(f))
		}
		v := expr.Value{C: o.v & (math.MaxUint64 >> (64 - 8*o.w))}
		if o.opt >= 0 {
			v = w.b.Value(w.b.Ite(w.b.OfSet(w.sets.Setting(o.opt, 1)), w.b.Const(o.v, uint(8*o.w)), w.b.Const(5, uint(8*o.w))))
		}
		c.Store(o.n, o.w, v)
	case "undefine":
		a := w.address(m, o.a)
		c, f := w.write(m, a+o.n, o.w)
		if f != nil {
			return all(seen(f))
		}
		c.Store(o.n, o.w, expr.Value{})
		c.Undefine(o.n, o.w)
	case "load":
		a := w.address(m, o.a)
		c, f := w.read(m, a+o.n, o.w)
		if f != nil {
			return all(seen(f))
		}
		return w.load(c, o.n, o.w)
	case "copy":
		a, b := w.address(m, o.a), w.address(m, o.b)
		if _, f := w.read(m, b+o.m, o.w); f != nil {
			return all(seen(f))
		}
		d, f := w.write(m, a+o.n, o.w)
		if f != nil {
			return all(seen(f))
		}
		s, _ := w.read(m, b+o.m, o.w)
		d.Copy(o.n, s, o.m, o.w)
	case "fill":
		a := w.address(m, o.a)
		c, f := w.write(m, a, o.n)
		if f != nil {
			return all(seen(f))
		}
		c.Fill(0, o.n, expr.Value{C: o.v & 0xff})
	default:
		w.stepLocal(m, o)
	}
	return nil
}

// load returns what is seen of a load.
func (w *world) load(c *Contents, off, n uint64) func(confspace.Configuration) *outcome {
	v, gaps := c.Load(w.b, off, n), c.Gaps(off, n)
	if c.Defined(off, n) != (len(gaps) == 0) {
		panic("gaps")
	}
	return func(conf confspace.Configuration) *outcome {
		out := &outcome{value: v.C}
		if v.E != nil {
			out.value = w.b.EvalConfiguration(v.E, conf)
		}
		for _, g := range gaps {
			if g.When == nil || w.b.EvalConfiguration(g.When, conf) != 0 {
				out.undefined |= (1<<g.N - 1) << g.Off
			}
		}
		return out
	}
}

// stepLocal carries out an op that has no faults.
func (w *world) stepLocal(m *machine, o op) {
	switch o.kind {
	case "move":
		m.slots[o.a] = m.slots[o.b]
	case "begin", "end": // of a local of main
		id := uint32(mainLocal + o.v%2)
		if o.kind == "begin" {
			m.as.Begin(id)
		} else {
			m.as.End(id)
		}
		m.slots[o.a] = expr.Value{C: uint64(id) << 32}
	case "enter":
		for k := range o.n {
			id := m.as.Alloc(localObjects[k%3])
			m.frame = append(m.frame, id)
			m.slots[(o.a+int(k))%len(m.slots)] = expr.Value{C: uint64(id) << 32}
		}
	case "leave":
		for _, id := range m.frame {
			m.as.Kill(id)
		}
		m.frame = nil
	default:
		panic(o.kind)
	}
}

var localObjects = []*Object{
	{Kind: Stack, Size: 4, Name: "i", Undefined: true},
	{Kind: Stack, Size: 16, Name: "buf", Undefined: true},
	{Kind: Stack, Size: 8, Name: "zero"},
}

const mainLocal = 2 // id of the first local of main

// start returns a machine with a global and two locals of blocks, which all slots point to.
func start(set confspace.Set) *machine {
	m := &machine{as: New(), set: set}
	for _, o := range []*Object{{Kind: Global, Size: 24, Name: "g"}, {Kind: Stack, Size: 12, Name: "x", Scoped: true, Undefined: true}, {Kind: Stack, Size: 8, Name: "y", Scoped: true}} {
		m.slots = append(m.slots, expr.Value{C: uint64(m.as.Alloc(o)) << 32})
	}
	m.slots = append(m.slots, m.slots...)
	return m
}

// try carries out f on the machine and, where it has to decide, on what it forks into. It returns all that come of it.
func (w *world) try(m *machine, f func(*machine)) (out []*machine) {
	work := []*machine{m}
	for len(work) > 0 {
		m := work[len(work)-1]
		work = work[:len(work)-1]
		func() {
			defer func() {
				switch r := recover().(type) {
				case nil:
				case undecided:
					n := m.fork()
					m.set, n.set = r.set, w.sets.Diff(m.set, r.set)
					work = append(work, m, n)
				default:
					panic(r)
				}
			}()
			f(m)
			out = append(out, m)
		}()
	}
	return out
}

// join joins what can be joined.
func (w *world) join(ms []*machine, limit int) []*machine {
	var out []*machine
next:
	for _, m := range ms {
		for _, o := range out {
			if slices.Equal(o.frame, m.frame) && o.as.Join(w.b, m.as, o.set, limit) == "" {
				for k := range o.slots {
					o.slots[k] = w.b.Value(w.b.Choose(o.set, w.b.Of(o.slots[k], 64), w.b.Of(m.slots[k], 64)))
				}
				o.set = w.sets.Or(o.set, m.set)
				continue next
			}
		}
		out = append(out, m)
	}
	return out
}

// run carries out a program on shared machines, all of whose configurations are in the same place. It calls see with what happens.
func (w *world) run(ms []*machine, prog []op, limit int, see func(*machine, int, func(confspace.Configuration) *outcome), from int) []*machine {
	for i, o := range prog {
		var next []*machine
		for _, m := range ms {
			yes, no := w.sets.And(m.set, o.guard), w.sets.Diff(m.set, o.guard)
			var there []*machine
			if no != confspace.Empty && yes != confspace.Empty {
				n := m.fork()
				n.set = no
				there = append(there, n)
			}
			if yes == confspace.Empty {
				next = append(next, m)
				continue
			}
			m.set = yes
			if o.inner == nil {
				there = append(w.try(m, func(m *machine) {
					if r := w.step(m, o); r != nil {
						see(m, from+i, r)
					}
				}), there...)
			} else {
				there = append(w.run([]*machine{m}, o.inner, limit, see, from+100*(i+1)), there...)
			}
			next = append(next, w.join(there, limit)...)
		}
		ms = w.join(next, limit)
	}
	return ms
}

// drawGuard draws a set of configurations, often everything.
func (w *world) drawGuard(t *rapid.T) confspace.Set {
	s := confspace.Full
	for range rapid.SampledFrom([]int{0, 1, 1, 2}).Draw(t, "guards") {
		u := w.sets.Setting(rapid.IntRange(0, len(w.confs[0])-1).Draw(t, "option"), rapid.Int64Range(0, 1).Draw(t, "is"))
		if rapid.Bool().Draw(t, "or") && s != confspace.Full {
			s = w.sets.Or(s, u)
		} else {
			s = w.sets.And(s, u)
		}
	}
	return s
}

func (w *world) drawProgram(t *rapid.T, n int, inner bool) (prog []op) {
	kinds := []string{"malloc", "malloc", "free", "store", "store", "store", "undefine", "load", "load", "load", "copy", "fill", "move", "begin", "end"}
	if !inner {
		kinds = append(kinds, "call", "call", "both")
	}
	for range n {
		o := op{guard: w.drawGuard(t), kind: rapid.SampledFrom(kinds).Draw(t, "kind"), opt: -1}
		o.a, o.b = rapid.IntRange(0, 5).Draw(t, "a"), rapid.IntRange(0, 5).Draw(t, "b")
		o.w = rapid.SampledFrom([]uint64{1, 2, 4, 8}).Draw(t, "width")
		o.n = rapid.SampledFrom([]uint64{0, 0, 4, 8, 1, 7, 16, 30}).Draw(t, "n")
		o.m = rapid.SampledFrom([]uint64{0, 4, 3}).Draw(t, "m")
		o.v = rapid.SampledFrom([]uint64{0, 1, 2, 0x0102030405060708, 1 << 33}).Draw(t, "value")
		if rapid.IntRange(0, 2).Draw(t, "symbolic") == 0 {
			o.opt = rapid.IntRange(0, len(w.confs[0])-1).Draw(t, "of")
		}
		switch o.kind {
		case "call": // with so many locals that leaves of the table are retired
			k := rapid.SampledFrom([]uint64{1, 2, 3, 31, 33, 70, 1100}).Draw(t, "locals")
			o.inner = append([]op{{guard: confspace.Full, kind: "enter", a: o.a, n: k}}, w.drawProgram(t, rapid.IntRange(0, 4).Draw(t, "body"), true)...)
			o.inner = append(o.inner, op{guard: confspace.Full, kind: "leave"})
		case "both": // ways that do different things meet late
			o.inner = w.drawProgram(t, rapid.IntRange(1, 4).Draw(t, "body"), true)
		}
		prog = append(prog, o)
	}
	return prog
}

// TestJoin runs random programs on address spaces that are forked and joined, and for each configuration on one that is
// neither: everything that can be seen is equal.
func TestJoin(t *testing.T) {
	refused, joined := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		w := newWorld(3)
		prog := w.drawProgram(t, rapid.IntRange(1, 25).Draw(t, "length"), false)
		limit := rapid.SampledFrom([]int{0, 2, 1000, 1000, math.MaxInt}).Draw(t, "limit")
		want := make([]map[int]outcome, len(w.confs))
		bytes := make([]uint64, len(w.confs))
		for k, c := range w.confs {
			want[k] = map[int]outcome{}
			m := start(confspace.Full)
			var run func(prog []op, from int)
			run = func(prog []op, from int) {
				for i, o := range prog {
					switch {
					case !w.sets.Contains(o.guard, c):
					case o.inner != nil:
						run(o.inner, from+100*(i+1))
					default:
						if r := w.step(m, o); r != nil {
							want[k][from+i] = *r(c)
						}
					}
				}
			}
			if run(prog, 0); m.as.HeapBytes() > 0 {
				bytes[k] = m.as.HeapBytes()
			}
		}
		got := make([]map[int]outcome, len(w.confs))
		for k := range got {
			got[k] = map[int]outcome{}
		}
		ms := w.run([]*machine{start(confspace.Full)}, prog, limit, func(m *machine, at int, f func(confspace.Configuration) *outcome) {
			for k, c := range w.confs {
				if w.sets.Contains(m.set, c) {
					got[k][at] = *f(c)
				}
			}
		}, 0)
		for k := range w.confs {
			if len(got[k]) != len(want[k]) {
				t.Fatalf("configuration %v: %d outcomes, want %d", w.confs[k], len(got[k]), len(want[k]))
			}
			for at, o := range want[k] {
				if got[k][at] != o {
					t.Fatalf("configuration %v, op %d: %+v, want %+v", w.confs[k], at, got[k][at], o)
				}
			}
		}
		for _, m := range ms {
			for k, c := range w.confs {
				if !w.sets.Contains(m.set, c) {
					continue
				}
				if n := bytes[k]; m.as.HeapBytes() < n || !w.sets.Contains(m.as.HeapOver(w.sets, n), c) || w.sets.Contains(m.as.HeapOver(w.sets, n+1), c) {
					t.Fatalf("%d bytes of the heap in configuration %v, at most %d", n, c, m.as.HeapBytes())
				}
			}
			checkTable(t, m.as)
		}
		if len(ms) == 1 {
			joined++
		} else {
			refused++
			if limit >= 1000 {
				t.Fatalf("%d machines are left", len(ms))
			}
		}
	})
	t.Logf("%d joined to one, %d not", joined, refused)
}

// checkTable checks what the tables count.
func checkTable(t *rapid.T, as *AddressSpace) {
	var walk func(n *node, height int)
	walk = func(n *node, height int) {
		if n == nil || n == retired {
			return
		}
		dead := 0
		for _, s := range n.sub {
			walk(s, height-1)
			if s == retired {
				dead++
			}
		}
		for i := range n.ents {
			if n.ents[i].c == freedMark {
				dead++
			}
		}
		if (height == 1) != (n.ents != nil) || n.dead != dead || dead == fanout {
			t.Fatalf("a node at height %d has %d dead, and counts %d", height, dead, n.dead)
		}
	}
	walk(as.low.root, as.low.height)
	walk(as.heap.root, as.heap.height)
}
