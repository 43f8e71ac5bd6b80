package explore

// This file makes programs ready for execution.

import (
	"fmt"

	"github.com/confcov/confcov/coverage"
	"github.com/confcov/confcov/explore/interp"
	"github.com/confcov/confcov/explore/ir"
)

// Program is a linked program, decoded. It is not changed by Run.
type Program struct {
	IR       *ir.Program
	Universe *coverage.Universe
	code     *interp.Code
	hooked   string // the points for which code was made
}

// Load makes a linked program ready. The points must be those of the Options it is run with.
// The universe is that of the elements that the program's ids name; see NewUniverse.
func Load(p *ir.Program, u *coverage.Universe, points []Point) (*Program, error) {
	if p.Entry < 0 || int(p.Entry) >= len(p.Symbols) || p.Symbols[p.Entry].Kind != ir.SymFunc {
		return nil, fmt.Errorf("the program has no start function")
	}
	code, err := interp.Decode(p, hooksOf(points))
	if err != nil {
		return nil, err
	}
	return &Program{IR: p, Universe: u, code: code, hooked: fmt.Sprint(hooksOf(points))}, nil
}

func hooksOf(points []Point) map[string]interp.Hook {
	h := map[string]interp.Hook{}
	for _, p := range points {
		if p.Return {
			h[p.Function] |= interp.HookReturn
		} else {
			h[p.Function] |= interp.HookEntry
		}
	}
	return h
}
