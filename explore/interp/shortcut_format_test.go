package interp

// This file checks how symbolic integers are printed where the solver does not know their range.

import (
	"testing"

	"github.com/confcov/confcov/explore/expr"
	"github.com/confcov/confcov/explore/state"
)

// TestFormatKeepsToItsRoom prints an int that was made 64 bits wide: there is no room for twenty digits, so the body prints it.
func TestFormatKeepsToItsRoom(t *testing.T) {
	b := expr.NewBuilder()
	m := &Machine{b: b, dec: undecided{}, st: &state.State{}}
	number := expr.Value{E: b.SExt(b.VarSigned(0, 32, -1<<31, 1<<31-1), 64)}
	if _, ok := m.format([]expr.Value{number, {C: 5<<32 + 12}}, 10, 0); ok {
		t.Error("20 digits were written to 12 bytes")
	}
}
