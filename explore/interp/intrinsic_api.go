package interp

// This file implements the C interface of confcov.h and what the C library asks of the engine.

import (
	"github.com/confcov/confcov/explore/expr"
	"github.com/confcov/confcov/explore/path"
)

func init() {
	intrinsics["confcov_symbolic_bool"] = option(32)
	intrinsics["confcov_symbolic_int"] = option(64)
	intrinsics["confcov_make_symbolic"] = func(m *Machine, at *callSite, args []expr.Value) (reply, bool) {
		m.want(at, args, 3)
		a, n := m.concrete(args[0]), m.concrete(args[1])
		name := m.cString(m.concrete(args[2]))
		if n != 1 && n != 2 && n != 4 && n != 8 {
			m.unsupported("confcov_make_symbolic of option %s: an object of %d bytes", name, n)
		}
		v := m.option(name, uint(8*n))
		m.store(expr.Value{C: a}, n, v, 0)
		return reply{}, true
	}
	intrinsics["confcov_assume"] = func(m *Machine, at *callSite, args []expr.Value) (reply, bool) {
		m.want(at, args, 1)
		if !m.decide(m.cond(args[0], 4)) {
			panic(&unwinding{outcome: Outcome{Kind: Dropped}})
		}
		return reply{}, true
	}
	intrinsics["__confcov_crash"] = func(m *Machine, at *callSite, args []expr.Value) (reply, bool) {
		m.end(path.Abort, 6, "the C library found its state broken")
		return reply{}, true
	}
	intrinsics["__confcov_unsupported"] = func(m *Machine, at *callSite, args []expr.Value) (reply, bool) {
		m.want(at, args, 1)
		m.unsupported("%s", m.cString(m.concrete(args[0])))
		return reply{}, true
	}
}

// option makes an intrinsic that returns an option's value in that many bits.
func option(bits uint) intrinsic {
	return func(m *Machine, at *callSite, args []expr.Value) (reply, bool) {
		m.want(at, args, 1)
		return reply{value: m.option(m.cString(m.concrete(args[0])), bits)}, true
	}
}

// option returns the value of an option that the program asks for.
func (m *Machine) option(name string, bits uint) expr.Value {
	if m.hooks.Option == nil {
		m.unsupported("option %s: there are no options", name)
	}
	v, err := m.hooks.Option(m.st, name, bits)
	if err != nil {
		m.unsupported("%v", err)
	}
	return v
}

// cString reads a string, or ends the path.
func (m *Machine) cString(a uint64) string {
	s, errno := m.CString(a)
	if errno != 0 {
		m.readable(a, 1)
	}
	return s
}
