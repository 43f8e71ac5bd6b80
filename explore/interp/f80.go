package interp

// This file performs long double operations.

import (
	"github.com/confcov/confcov/explore/ir"
	"github.com/confcov/confcov/explore/state"
)

func (m *Machine) float80(f *state.Frame, in *ir.Instr) {
	m.unsupported("long double operation %s", in.Op)
}
