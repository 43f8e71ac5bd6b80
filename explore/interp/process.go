package interp

// This file runs system calls, processes and signals.
//
// One process runs until it waits or ends; then the next in the order of pids
// that can run goes on. A process that waits stands at its system call, which is
// repeated when the kernel says that something happened. When none can run, the
// kernel lets the peer act or time pass. The first process's exit status is the
// path's; the path ends when no process can run any more.

import (
	"fmt"
	"slices"

	"github.com/confcov/confcov/explore/expr"
	"github.com/confcov/confcov/explore/ir"
	"github.com/confcov/confcov/explore/kernel"
	"github.com/confcov/confcov/explore/memory"
	"github.com/confcov/confcov/explore/path"
	"github.com/confcov/confcov/explore/state"
)

const eintr = 4

func init() {
	intrinsics["__confcov_syscall"] = func(m *Machine, at *callSite, args []expr.Value) (reply, bool) {
		m.want(at, args, 7)
		m.syscall(at, args)
		return reply{jumped: true}, true
	}
}

// syscall performs the system call that the caller stands at.
func (m *Machine) syscall(at *callSite, args []expr.Value) {
	nr := m.concrete(args[0])
	var a [6]expr.Value
	for i := range a {
		a[i] = m.settle(m.st, args[1+i])
	}
	if m.st.Kernel == nil {
		m.unsupported("system call %d: there is no kernel", nr)
	}
	p := m.p
	m.syscallNr = nr
	if n, ok := m.writeParts(nr, a); ok {
		m.st.Syscalls++
		m.returned(at, n)
		return
	}
	act := m.st.Kernel.Syscall(m, p.PID, nr, a)
	m.st.Syscalls++
	switch act.Kind {
	case kernel.Return:
		m.returned(at, act.Ret)
	case kernel.Block:
		if p.Status == state.Running {
			m.st.Turn = m.st.Current
		}
		p.Status = state.Waiting
		if act.Message != "" {
			m.st.Note(path.Note{Kind: path.NoteSystem, Message: act.Message, At: m.asking()})
		}
		m.schedule()
	case kernel.ForkProcess:
		m.forkProcess(at, act)
	case kernel.ExitProcess:
		m.exitProcess()
	case kernel.Unsupported:
		m.unsupported("%s", act.Message)
	case kernel.Spins:
		m.end(path.Budget, 0, "%s (%s)", act.Message, m.asking())
	default:
		m.end(path.Internal, 0, "system call %d: the kernel's answer has kind %d", nr, act.Kind)
	}
}

// asking returns where the program is, or where it has called the library's function that makes a system call.
func (m *Machine) asking() path.Frame {
	for _, f := range slices.Backward(m.p.Frames) {
		if m.code.functions[f.Sym].ir.Subject {
			return m.code.frame(f)
		}
	}
	return path.Frame{}
}

// complete stores the result of the call at which frame f stands and goes on behind it.
func (m *Machine) complete(f *state.Frame, in *ir.Instr, n int32, v expr.Value) {
	m.st.Steps += uint64(n)
	if in.Dst != ir.NoReg {
		f.Set(in.Dst, v)
	}
	f.PC++
}

// returned ends a system call with result v, and delivers signals.
func (m *Machine) returned(at *callSite, v expr.Value) {
	m.p.Status = state.Running
	d, ok := m.st.Kernel.TakeSignal(m.p.PID)
	again := ok && d.Restart && v.E == nil && int64(v.C) == -eintr
	if !again {
		m.complete(at.frame, at.instr, at.inst.n, v)
	}
	if ok {
		m.deliver(d)
	}
}

// deliver makes the running process take a signal, and those that follow.
func (m *Machine) deliver(d kernel.Delivery) {
	for {
		if d.Handler == 0 {
			m.killed(d.Signal)
			return
		}
		m.enterHandler(d)
		var ok bool
		if d, ok = m.st.Kernel.TakeSignal(m.p.PID); !ok {
			return
		}
	}
}

// enterHandler pushes a frame for a signal handler.
func (m *Machine) enterHandler(d kernel.Delivery) {
	fn, _, name := m.targetOf(d.Handler)
	if fn == nil {
		m.unsupported("function %s as a signal handler", name)
	}
	g := m.push(m.p, fn)
	g.Kind = state.Handler
	m.visit(fn.entry)
	if fn.ir.Params > 0 {
		g.Set(0, expr.Value{C: uint64(d.Signal)})
	}
	if d.Info && fn.ir.Params > 1 {
		m.handlerArgument(g, 1, "siginfo", d.Siginfo)
		if fn.ir.Params > 2 {
			m.handlerArgument(g, 2, "ucontext", make([]byte, ucontextSize))
		}
	}
}

// ucontextSize is the size of ucontext_t. What a handler is shown is all zero.
const ucontextSize = 968

// handlerArgument passes a new object with these contents as parameter n of a handler.
func (m *Machine) handlerArgument(g *state.Frame, n int, name string, contents []byte) {
	at := m.allocate(&memory.Object{Kind: memory.Stack, Size: uint64(len(contents)), Name: name})
	m.writable(at, uint64(len(contents))).Put(0, contents)
	g.Extra = append(g.Extra, uint32(at>>32))
	g.Set(ir.Reg(n), expr.Value{C: at})
}

// returnFromHandler goes on where the handler's frame f interrupted.
func (m *Machine) returnFromHandler(f *state.Frame) {
	m.pop(m.p, f)
	m.st.Kernel.SignalReturn(m.p.PID)
	if d, ok := m.st.Kernel.TakeSignal(m.p.PID); ok {
		m.deliver(d)
	}
}

// forkProcess duplicates the running process, which stands at its system call.
func (m *Machine) forkProcess(at *callSite, act kernel.Action) {
	p := m.p
	child := p.Fork()
	m.forget()
	child.PID = act.Child
	child.Status = state.Running
	child.Calls = state.Calls{}
	if m.code.counting {
		child.Calls.Log()
		for _, f := range child.Frames {
			m.code.countCall(m.st, f, 1)
		}
	}
	m.st.Procs = append(m.st.Procs, child)
	f := child.Own(len(child.Frames) - 1)
	if at.instr.Dst != ir.NoReg {
		f.Set(at.instr.Dst, expr.Value{})
	}
	f.PC++
	ret := act.Ret
	if ret.E == nil && ret.C == 0 {
		ret.C = uint64(act.Child)
	}
	at.frame = p.Own(len(p.Frames) - 1)
	m.returned(at, ret)
}

// exitProcess removes the running process, whose end the kernel knows.
func (m *Machine) exitProcess() {
	m.code.leave(m.st, m.p, 0)
	m.p.Status = state.Exited
	if m.st.First == nil && m.p.PID == m.st.Kernel.FirstPID() {
		status, _ := m.st.Kernel.ExitStatus(m.p.PID)
		m.st.First = &path.Termination{Kind: path.Exit, Code: int(status >> 8 & 0xff), Stack: m.stack()}
		if sig := int(status & 0x7f); sig != 0 {
			m.st.First = &path.Termination{Kind: path.Signal, Code: sig, Message: fmt.Sprintf("killed by signal %d", sig), Stack: m.stack()}
		}
	}
	m.p.Frames = nil
	m.st.Turn = m.st.Current
	m.schedule()
}

// killed removes the running process, which a signal has ended.
func (m *Machine) killed(sig int) {
	if m.st.First == nil && m.p.PID == m.st.Kernel.FirstPID() {
		if sig == sigABRT {
			m.end(path.Abort, sig, "%s", m.abortReason())
		}
		m.st.First = &path.Termination{Kind: path.Signal, Code: sig, Message: fmt.Sprintf("killed by signal %d", sig), Stack: m.stack()}
	}
	m.code.leave(m.st, m.p, 0)
	m.p.Status = state.Exited
	m.p.Frames = nil
	m.st.Turn = m.st.Current
	m.schedule()
}

const sigABRT = 6

func init() {
	shortcuts["__assert_fail"] = func(m *Machine, at *callSite, args []expr.Value) (reply, bool) {
		if concretes(args, 1) {
			m.note(path.NoteAssertion, "assertion failed: "+m.cString(args[0].C))
		}
		return no()
	}
}

// abortReason returns the assertion that failed, if that is why the program aborts.
func (m *Machine) abortReason() string {
	for _, n := range m.st.Notes {
		if n.Kind == path.NoteAssertion {
			return n.Message
		}
	}
	return "aborted"
}

// schedule switches to the next process that can run; it unwinds. A process that was woken in vain, as happens where states were joined or something
// happened for another one, has not run: it does not change whose turn it is.
func (m *Machine) schedule() {
	for {
		n := len(m.st.Procs)
		for k := 1; k <= n; k++ {
			i := (m.st.Turn + k) % n
			if m.runnable(m.st.Procs[i]) {
				m.st.Current = i
				m.resume()
			}
		}
		m.over()
		m.idle()
	}
}

// over stops where no process is left, if ways meet there.
func (m *Machine) over() {
	if len(m.regions) < 2 || m.st.Since == m.st.Steps && m.st.SinceAt == -1 || !m.st.Exited() {
		return
	}
	for k, r := range m.regions {
		if k > 0 && r.at.process == nobody {
			m.stop.region = k
			panic(&unwinding{outcome: Outcome{Kind: arrived}})
		}
	}
}

func (m *Machine) runnable(p *state.Process) bool {
	return p.Status != state.Exited && (p.Status == state.Running || m.st.Kernel.Runnable(p.PID))
}

// resume goes on with the current process.
func (m *Machine) resume() {
	m.switchProcess()
	if !m.st.Kernel.Alive(m.p.PID) {
		m.exitProcess()
	}
	if m.p.Status == state.Running {
		if d, ok := m.st.Kernel.TakeSignal(m.p.PID); ok {
			m.p.Own(len(m.p.Frames) - 1)
			m.deliver(d)
		}
	} else if d, ok := m.st.Kernel.TakeSignal(m.p.PID); ok {
		m.deliver(d) // only one that ends it: handlers run after the call has returned
	}
	panic(&unwinding{again: true})
}

// idle lets the peer act or time pass, or ends the path.
func (m *Machine) idle() {
	left := 0
	for _, p := range m.st.Procs {
		if p.Status != state.Exited {
			left++
		}
	}
	// The peer still hears what was said to it when no process is left.
	step := m.st.Kernel.Idle(m)
	switch {
	case step == kernel.StepPeer, step == kernel.StepTime:
		return
	case left == 0:
		m.finishPath(path.Termination{Kind: path.Exit})
	case step == kernel.StepFinished:
		m.finishPath(path.Termination{Kind: path.Exit, Message: "the script of the test has ended and every process waits"})
	}
	m.finishPath(path.Termination{Kind: path.Deadlock, Message: "every process waits, and nothing more will happen"})
}

// finishPath ends the path with the first process's end, if that has ended, else with t.
func (m *Machine) finishPath(t path.Termination) {
	if m.st.First != nil {
		t = *m.st.First
	} else {
		t.Stack = m.stack()
	}
	panic(&unwinding{outcome: Outcome{Kind: Ended, End: t}})
}
