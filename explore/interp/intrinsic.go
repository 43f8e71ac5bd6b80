package interp

// This file has the tables of functions that the engine performs itself.
//
// Intrinsics have no body in C. Shortcuts have one: the engine performs them
// where that is simple, which mostly means that their arguments are concrete, and
// otherwise reports false, so that the body runs; the body is their meaning. A
// function of the program under analysis that merely has the name of a shortcut
// is left alone.

import (
	"maps"
	"slices"

	"github.com/confcov/confcov/explore/expr"
	"github.com/confcov/confcov/explore/ir"
	"github.com/confcov/confcov/explore/state"
)

// callSite is where an intrinsic is called.
type callSite struct {
	frame *state.Frame // the caller, owned
	inst  *inst
	instr *ir.Instr
	name  string
}

// reply is the outcome of an intrinsic.
type reply struct {
	value  expr.Value
	jumped bool // it has moved the PC itself
}

// intrinsic performs a call. It reports false, having changed nothing, where the C body is to run.
type intrinsic func(m *Machine, at *callSite, args []expr.Value) (reply, bool)

// intrinsics and shortcuts are filled in by the files of the families.
var intrinsics, shortcuts = map[string]intrinsic{}, map[string]intrinsic{}

// Intrinsics returns the names of the functions without a body that the engine performs, sorted.
func Intrinsics() []string { return slices.Sorted(maps.Keys(intrinsics)) }

// Shortcuts returns the names of the functions with a body that it may perform, sorted.
func Shortcuts() []string { return slices.Sorted(maps.Keys(shortcuts)) }

// done is the reply with a concrete value.
func done(v uint64) (reply, bool) { return reply{value: expr.Value{C: v}}, true }

// no is the reply that lets the body run.
func no() (reply, bool) { return reply{}, false }

// want ends the path unless there are n arguments.
func (m *Machine) want(at *callSite, args []expr.Value, n int) {
	if len(args) < n {
		m.unsupported("call of %s with %d arguments", at.name, len(args))
	}
}

// concretes returns the arguments' words, if all of the first n are concrete.
func concretes(args []expr.Value, n int) bool {
	if len(args) < n {
		return false
	}
	for _, a := range args[:n] {
		if a.E != nil {
			return false
		}
	}
	return true
}
