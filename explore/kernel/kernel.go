package kernel

// This file is the seam between the kernel and the engine.

import "github.com/confcov/confcov/explore/expr"

// PID is a process id.
type PID int32

// Errno is a Linux error number; 0 is success.
type Errno uint16

// Data are bytes of which some may be symbolic.
type Data struct {
	Bytes []byte
	Sym   map[int]*expr.Expr // 8-bit expressions by index; nil when all are concrete
}

// CPU is the calling process as the kernel sees it; the engine implements it.
type CPU interface {
	// Read and Write access the process's memory; EFAULT where it is not accessible.
	Read(addr, n uint64) (Data, Errno)
	Write(addr uint64, d Data) Errno
	// CString reads a NUL-terminated string (symbolic bytes are made concrete by forking).
	CString(addr uint64) (string, Errno)
	// Decide returns whether the 1-bit condition holds. Where the path condition
	// leaves both open it does not return: it unwinds (by a panic that the engine
	// recovers), and the system call is repeated on both successors.
	// The kernel restores itself when that happens.
	Decide(cond *expr.Expr) bool
	// Concrete returns v's value, forking over all that are feasible.
	Concrete(v expr.Value) uint64
	Builder() *expr.Builder
	// MapAnonymous makes a zeroed object of n bytes and returns its address; Unmap frees it.
	MapAnonymous(n uint64) uint64
	Unmap(addr, n uint64) Errno
}

// ActionKind says what the engine does after a system call.
type ActionKind uint8

const (
	ActionInvalid ActionKind = iota
	Return                   // store Ret (a negative errno in -4095..-1 is an error) and go on
	Block                    // the process waits; the call is repeated when something changed. With a Message, which is to be noted, it spins
	ForkProcess              // duplicate the process: the parent gets Child, the child gets 0
	ExitProcess              // the calling process ended
	Unsupported              // end the path: Message names the call
	Spins                    // end the path: the process does nothing any more but ask, as Message says
)

// Action is the outcome of a system call.
type Action struct {
	Kind    ActionKind
	Ret     expr.Value
	Child   PID
	Message string
}

// Delivery is a signal to deliver to a process.
type Delivery struct {
	Signal  int
	Handler uint64 // address of the handler; 0: the default action, which ends the process
	Info    bool   // SA_SIGINFO: handler takes (signo, siginfo*, ucontext*)
	Siginfo []byte // the siginfo_t; nil without Info
	Restart bool   // SA_RESTART: an interrupted call is repeated instead of failing with EINTR
}
