package kernel

import (
	"strconv"

	"github.com/confcov/confcov/explore/expr"
)

// This file is the door of the kernel: system calls come in, are looked up and
// carried out, and are undone when they are unwound.

// Outcomes of a call that are not results. They lie above every error number.
const (
	outBlock Errno = 0xf000 + iota
	outFork
	outExit
	outUnsupported
)

// call is one system call being carried out. Handlers read all of their
// arguments and of the memory they need first, change the kernel next, and write
// memory last; an unwinding anywhere restores the kernel.
type call struct {
	k    *Kernel
	cpu  CPU
	p    *process // the caller; may be changed
	nr   uint64
	args [6]expr.Value

	result  expr.Value            // set by ret: a result that may be symbolic
	child   PID                   // outFork
	message string                // outUnsupported
	stop    func() (int64, Errno) // how a call that blocks ends when a signal interrupts it; nil: EINTR
	restart bool                  // whether SA_RESTART applies to the call that blocks
}

// handler carries out a call: a result, or an error number or outcome.
type handler func(c *call) (int64, Errno)

// Syscall carries out call nr of process pid.
func (k *Kernel) Syscall(cpu CPU, pid PID, nr uint64, args [6]expr.Value) Action {
	saved := *k
	done := false
	defer func() {
		if !done {
			*k = saved
		}
	}()
	k.epoch++
	k.cpu = cpu
	k.closeLeft()
	c := call{k: k, cpu: cpu, p: k.editProc(pid), nr: nr, args: args}
	if c.p == nil || c.p.zombie {
		k.cpu = nil
		done = true
		return Action{Kind: Unsupported, Message: "system call of process " + strconv.Itoa(int(pid)) + ", which has ended"}
	}
	action := c.run()
	k.cpu = nil
	done = true
	return action
}

func (c *call) run() Action {
	var h handler
	if c.nr < uint64(len(handlers)) {
		h = handlers[c.nr]
	}
	if h == nil {
		return Action{Kind: Unsupported, Message: "system call " + CallName(c.nr)}
	}
	p := c.p
	if p.wait.active && p.wait.nr != c.nr {
		p.wait = waiting{} // a handler ran another call, or the call was given up
	}
	p.interrupted = false
	n, errno := h(c)
	switch {
	case errno == EAGAIN && c.notReady():
		errno = outBlock
	case errno == 0 && p.spins != value(0) && c.acts(n), errno == outBlock && !p.wait.spins:
		p.acted()
	}
	caught := errno == outBlock && c.k.interrupting(p)
	if caught {
		n, errno = 0, EINTR
		if c.stop != nil {
			n, errno = c.stop()
		}
		p.interrupted = c.restart && errno == EINTR
	}
	switch errno {
	case outBlock:
		p.wait.active, p.wait.nr = true, c.nr
		p.wait.version = c.k.version
		if p.wait.spins {
			return c.spinning()
		}
		return Action{Kind: Block}
	case outUnsupported:
		return Action{Kind: Unsupported, Message: c.message}
	case outExit:
		return Action{Kind: ExitProcess, Ret: c.result}
	}
	p.wait = waiting{}
	if p.masked && !caught {
		p.blocked, p.masked = p.savedMask, false
	}
	if errno == outFork {
		return Action{Kind: ForkProcess, Child: c.child, Ret: value(uint64(n))}
	}
	if errno != 0 {
		return Action{Kind: Return, Ret: value(uint64(-int64(errno)))}
	}
	if c.result.E != nil {
		return Action{Kind: Return, Ret: c.result}
	}
	return Action{Kind: Return, Ret: value(uint64(n))}
}

// waiting is what is kept of a call that blocks until it is repeated.
type waiting struct {
	active   bool
	nr       uint64
	version  uint64 // Kernel.version when it blocked
	timed    bool   // deadline is set
	deadline moment
	progress int64  // bytes already moved
	spins    bool   // it waits because the process spins: see spin.go
	answer   uint64 // what it would return: a digest
}

// Runnable reports whether process pid has something to do: whether it is not
// waiting in a call, or something happened since it began to wait.
func (k *Kernel) Runnable(pid PID) bool {
	p := k.proc(pid)
	if p == nil || p.zombie {
		return false
	}
	return !p.wait.active || p.wait.version != k.version || k.interrupting(p)
}

// Alive reports whether process pid exists and has not ended.
func (k *Kernel) Alive(pid PID) bool {
	p := k.proc(pid)
	return p != nil && !p.zombie
}

// unsupported ends the path, naming what is missing.
func (c *call) unsupported(what string) (int64, Errno) {
	c.message = CallName(c.nr) + ": " + what
	return 0, outUnsupported
}

// ret is a result that may be symbolic.
func (c *call) ret(v expr.Value) (int64, Errno) {
	c.result = v
	return int64(v.C), 0
}

// arg returns argument i, made concrete.
func (c *call) arg(i int) uint64 {
	if c.args[i].E != nil {
		c.args[i] = value(c.cpu.Concrete(c.args[i]))
	}
	return c.args[i].C
}

// int returns argument i as a C int, made concrete.
func (c *call) int(i int) int { return int(int32(c.arg(i))) }

// fd returns argument i as a descriptor.
func (c *call) fd(i int) int { return c.int(i) }

// block says that the call waits; it is repeated when something happened.
func (c *call) block(restart bool) (int64, Errno) {
	c.restart = restart
	return 0, outBlock
}

func utoa(n uint64) string { return strconv.FormatUint(n, 10) }
