package interp

// This file makes the first state of a program.

import (
	"github.com/confcov/confcov/explore/expr"
	"github.com/confcov/confcov/explore/kernel"
	"github.com/confcov/confcov/explore/memory"
	"github.com/confcov/confcov/explore/path"
	"github.com/confcov/confcov/explore/state"
)

// Start returns a state with one process, in whose memory the program's symbols are.
func (m *Machine) Start(k *kernel.Kernel) *state.State {
	mem := memory.New()
	for i, o := range m.code.objects {
		if c := m.code.initial[i]; c != nil {
			mem.AllocShared(o, c)
		} else {
			mem.Alloc(o)
		}
	}
	pid := kernel.PID(1)
	if k != nil {
		pid = k.FirstPID()
	}
	first := state.NewProcess(pid, mem)
	if m.code.counting {
		first.Calls.Log()
	}
	st := &state.State{
		Kernel:  k,
		Procs:   []*state.Process{first},
		Visited: make([]uint64, m.code.bits.words()),
	}
	if m.code.counting {
		st.Counts = make([]uint64, len(m.code.bits.elements))
	}
	return st
}

// Enter makes the state's process call the start function with an argument.
func (m *Machine) Enter(st *state.State, sym int32, arg uint64) {
	fn := m.code.functions[sym]
	m.st = st
	f := m.push(st.Process(), fn)
	f.Kind = state.Start
	st.Visited[fn.entry>>6] |= 1 << (fn.entry & 63)
	if fn.ir.Params > 0 {
		f.Set(0, expr.Value{C: arg})
	}
}

// StackOf returns the stack of the state's current process.
func (m *Machine) StackOf(st *state.State) []path.Frame {
	m.p = st.Process()
	return m.stack()
}
