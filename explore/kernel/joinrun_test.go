package kernel

import (
	"bytes"
	"fmt"

	"github.com/confcov/confcov/explore/expr"
	"github.com/confcov/confcov/subjects/confspace"
)

// This file runs programs of system calls under all configurations at once: kernels fork where
// a condition has to be decided, and are joined behind the call. The same runner, confined to one configuration, is
// what the results are compared with.

// item is a system call, or, where yes or no is set, a choice by an option.
type item struct {
	id      int
	option  int
	yes, no []item

	child bool // the second process makes the call
	name  string
	args  [6]word
	mem   []byte         // what is in the caller's memory
	sym   map[int][2]any // bytes that depend on an option: the option, and the byte where it is 1
}

// word is an argument: c, or, where the option is 1, alt. No option: -1.
type word struct {
	c, alt uint64
	option int
}

// result is what a call did in the configurations of a set.
type result struct {
	where  confspace.Set
	action Action
	memory Data
	taken  string // signals
}

// half is a kernel and the configurations that it stands for.
type half struct {
	k    *Kernel
	care confspace.Set
	dead bool

	taken string // signals taken before the call that is being made
}

// forkOn is what the CPU unwinds with: the configurations in which the answer is yes.
type forkOn struct{ set confspace.Set }

// runner runs programs.
type runner struct {
	b       *expr.Builder
	sets    *confspace.Sets
	pid     PID
	joins   bool
	results map[int][]result
	apart   map[string]int // reasons for which kernels were not joined
	most    int            // number of kernels at once
	forks   int            // conditions decided
}

func newRunner(sets *confspace.Sets, joins bool) *runner {
	r := &runner{b: expr.NewBuilder(), sets: sets, joins: joins, results: map[int][]result{}, apart: map[string]int{}}
	r.b.SetSets(sets)
	return r
}

func boolSets(n int) *confspace.Sets {
	sp := &confspace.Space{}
	for i := range n {
		sp.Options = append(sp.Options, confspace.Option{Name: fmt.Sprint("o", i), Domain: confspace.Bool()})
	}
	return confspace.NewSets(sp)
}

const (
	runBase = 0x10000
	runSize = 4096
)

// runCPU is the caller of one system call: memory that is fresh for it.
type runCPU struct {
	r    *runner
	care confspace.Set
	mem  []byte
	sym  map[int]*expr.Expr
	maps uint64
}

func (c *runCPU) Builder() *expr.Builder { return c.r.b }

func (c *runCPU) Decide(e *expr.Expr) bool {
	set, ok := c.r.b.SetOf(e)
	if !ok {
		panic("a condition that is no set")
	}
	switch {
	case c.r.sets.Disjoint(c.care, set):
		return false
	case c.r.sets.Implies(c.care, set):
		return true
	}
	panic(forkOn{set})
}

func (c *runCPU) Concrete(v expr.Value) uint64 {
	if v.E == nil {
		return v.C
	}
	for leaf, where := range c.r.b.Leaves(v.E) {
		switch {
		case c.r.sets.Disjoint(c.care, where):
		case c.r.sets.Implies(c.care, where):
			k := c.r.b.Value(leaf)
			if k.E != nil {
				panic("a choice of values that are no constants")
			}
			return k.C
		default:
			panic(forkOn{where})
		}
	}
	panic("no leaf")
}

func (c *runCPU) at(addr, n uint64) Errno {
	if addr < runBase || n > runSize || addr+n > runBase+runSize {
		return EFAULT
	}
	return 0
}

func (c *runCPU) Read(addr, n uint64) (Data, Errno) {
	if errno := c.at(addr, n); errno != 0 {
		return Data{}, errno
	}
	from := int(addr - runBase)
	d := Data{Bytes: bytes.Clone(c.mem[from : from+int(n)])}
	for i := range int(n) {
		if e := c.sym[from+i]; e != nil {
			v := c.r.b.Value(c.r.b.Restrict(e, c.care))
			if v.E == nil {
				d.Bytes[i] = byte(v.C)
				continue
			}
			if d.Sym == nil {
				d.Sym = map[int]*expr.Expr{}
			}
			d.Sym[i] = v.E
		}
	}
	return d, 0
}

func (c *runCPU) Write(addr uint64, d Data) Errno {
	if errno := c.at(addr, uint64(len(d.Bytes))); errno != 0 {
		return errno
	}
	from := int(addr - runBase)
	copy(c.mem[from:], d.Bytes)
	for i := range d.Bytes {
		delete(c.sym, from+i)
		if e := d.Sym[i]; e != nil {
			c.sym[from+i] = e
		}
	}
	return 0
}

func (c *runCPU) CString(addr uint64) (string, Errno) {
	for n := uint64(0); ; n++ {
		d, errno := c.Read(addr+n, 1)
		if errno != 0 {
			return "", errno
		}
		if d.Bytes[0] == 0 {
			return string(c.mem[addr-runBase : addr-runBase+n]), 0
		}
	}
}

func (c *runCPU) MapAnonymous(n uint64) uint64 { c.maps++; return c.maps << 32 }
func (c *runCPU) Unmap(addr, n uint64) Errno   { return 0 }

// run runs a program on kernels and returns what is left of them.
func (r *runner) run(prog []item, live []*half) []*half {
	for i := range prog {
		it := &prog[i]
		var next []*half
		for _, h := range live {
			if h.dead {
				next = append(next, h)
				continue
			}
			if it.name != "" {
				next = append(next, r.call(it, h)...)
				continue
			}
			yes, no := r.split(h, r.sets.Setting(it.option, 1))
			var ends []*half
			if yes != nil {
				ends = append(ends, r.run(it.yes, []*half{yes})...)
			}
			if no != nil {
				ends = append(ends, r.run(it.no, []*half{no})...)
			}
			next = append(next, r.join(ends)...)
		}
		live = r.join(next)
		r.most = max(r.most, len(live))
	}
	return live
}

// split forks a kernel on a set; nil is no configuration.
func (r *runner) split(h *half, set confspace.Set) (yes, no *half) {
	in, out := r.sets.And(h.care, set), r.sets.Diff(h.care, set)
	switch {
	case in == confspace.Empty:
		return nil, h
	case out == confspace.Empty:
		return h, nil
	}
	return &half{k: h.k.Fork(), care: in, taken: h.taken}, &half{k: h.k, care: out, taken: h.taken}
}

// join joins what can be joined.
func (r *runner) join(halves []*half) []*half {
	if !r.joins {
		return halves
	}
	var live []*half
next:
	for _, h := range halves {
		for _, l := range live {
			if l.dead || h.dead {
				continue
			}
			// The engine simplifies where within the configurations of both.
			where, _ := r.b.SetOf(r.b.Restrict(r.b.OfSet(l.care), r.sets.Or(l.care, h.care)))
			if why := l.k.Join(r.b, h.k, where); why != "" {
				r.apart[why]++
				continue
			}
			l.care = r.sets.Or(l.care, h.care)
			continue next
		}
		live = append(live, h)
	}
	return live
}

// call makes a system call on a kernel, which may fork.
func (r *runner) call(it *item, h *half) []*half {
	var done []*half
	work := []*half{h}
	for len(work) > 0 {
		h := work[len(work)-1]
		work = work[:len(work)-1]
		if yes := r.finish(it, h); yes != nil {
			work = append(work, h, yes)
			continue
		}
		done = append(done, h)
	}
	return r.join(done)
}

// finish makes a call, waiting as long as it takes, and notes what it did. Where it cannot without deciding something, it forks h and
// returns the other half.
func (r *runner) finish(it *item, h *half) (other *half) {
	defer func() {
		if f := recover(); f != nil {
			fork, ok := f.(forkOn)
			if !ok {
				panic(f)
			}
			r.forks++
			yes, no := r.split(h, fork.set)
			other = yes
			*h = *no
		}
	}()
	pid := r.pid
	if it.child {
		pid++
		if h.k.Alive(pid) {
			h.taken += r.signals(h, pid)
		}
		if !h.k.Alive(pid) {
			r.note(it, h, result{taken: "no process"})
			return nil
		}
	}
	nr, ok := callNumbers[it.name]
	if !ok {
		panic(it.name)
	}
	for {
		cpu := &runCPU{r: r, care: h.care, mem: make([]byte, runSize), sym: map[int]*expr.Expr{}}
		copy(cpu.mem, it.mem)
		for at, s := range it.sym {
			cpu.sym[at] = r.b.Choose(r.sets.Setting(s[0].(int), 1), r.b.Const(uint64(s[1].(byte)), 8), r.b.Const(uint64(it.mem[at]), 8))
		}
		var args [6]expr.Value
		for i, w := range it.args {
			args[i] = value(w.c)
			if w.option >= 0 && w.alt != w.c {
				e := r.b.Choose(r.sets.Setting(w.option, 1), r.b.Const(w.alt, 64), r.b.Const(w.c, 64))
				args[i] = r.b.Value(r.b.Restrict(e, h.care))
			}
		}
		a := h.k.Syscall(cpu, pid, nr, args)
		if a.Kind == Block {
			for !h.k.Runnable(pid) {
				if step := h.k.Idle(cpu); step != StepPeer && step != StepTime {
					r.note(it, h, result{action: Action{Kind: a.Kind, Message: fmt.Sprint("waits in vain ", step)}})
					h.dead = true
					return nil
				}
			}
			r.signals(h, pid)
			if !h.k.Alive(pid) {
				r.note(it, h, result{taken: "killed"})
				h.dead = pid == r.pid
				return nil
			}
			continue
		}
		res := result{action: a, memory: Data{Bytes: cpu.mem, Sym: cpu.sym}}
		if a.Kind == Return || a.Kind == ForkProcess {
			res.taken = r.signals(h, pid)
		}
		r.note(it, h, res)
		h.dead = !h.k.Alive(r.pid)
		return nil
	}
}

// end lets the peer and the clock go on until nothing more happens.
func (r *runner) end(live []*half) []*half {
	var done []*half
	for len(live) > 0 {
		h := live[len(live)-1]
		live = live[:len(live)-1]
		step, yes := r.idle(h)
		switch {
		case yes != nil:
			live = append(live, h, yes)
		case step == StepPeer || step == StepTime:
			live = append(live, h)
		default:
			done = append(done, h)
		}
	}
	return done
}

func (r *runner) idle(h *half) (step Step, other *half) {
	defer func() {
		if f := recover(); f != nil {
			r.forks++
			yes, no := r.split(h, f.(forkOn).set)
			other = yes
			*h = *no
		}
	}()
	return h.k.Idle(&runCPU{r: r, care: h.care}), nil
}

// signals takes the signals that wait. Handlers return at once.
func (r *runner) signals(h *half, pid PID) (taken string) {
	for {
		d, ok := h.k.TakeSignal(pid)
		if !ok {
			return taken
		}
		taken += fmt.Sprint(d.Signal, d.Handler, d.Restart, d.Siginfo, ";")
		if d.Handler != 0 {
			h.k.SignalReturn(pid)
		}
	}
}

func (r *runner) note(it *item, h *half, res result) {
	res.where, res.taken = h.care, h.taken+res.taken
	h.taken = ""
	r.results[it.id] = append(r.results[it.id], res)
}

// under renders what the program saw and did in one configuration.
func (r *runner) under(c confspace.Configuration, ids int, live []*half) (lines []string) {
	eval := func(e *expr.Expr) uint64 { return r.b.EvalConfiguration(e, c) }
	render := func(d Data) string {
		b := bytes.Clone(d.Bytes)
		for i, e := range d.Sym {
			b[i] = byte(eval(e))
		}
		return string(bytes.TrimRight(b, "\x00"))
	}
	for id := range ids {
		for _, res := range r.results[id] {
			if !r.sets.Contains(res.where, c) {
				continue
			}
			ret := res.action.Ret.C
			if e := res.action.Ret.E; e != nil {
				ret = eval(e)
			}
			lines = append(lines, fmt.Sprintf("%d: kind %d %s %q taken %s memory %q", id, res.action.Kind, show(int64(ret)), res.action.Message, res.taken, render(res.memory)))
		}
	}
	for _, h := range live {
		if r.sets.Contains(h.care, c) {
			lines = append(lines, "transcript "+render(h.k.TranscriptUnder(func(e *expr.Expr) bool { return eval(e) != 0 })))
		}
	}
	return lines
}

// show2 renders a program.
func show2(prog []item, indent string) (s string) {
	for i := range prog {
		it := &prog[i]
		if it.name == "" {
			s += fmt.Sprintf("%sif o%d\n%s%selse\n%s", indent, it.option, show2(it.yes, indent+"  "), indent, show2(it.no, indent+"  "))
			continue
		}
		s += fmt.Sprintf("%s%d: %s %v %q %v\n", indent, it.id, it.name, it.args, it.mem, it.sym)
	}
	return s
}
