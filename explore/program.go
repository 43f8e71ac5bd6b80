package explore

// This file makes programs ready for execution.

import (
	"fmt"
	"sync"

	"github.com/confcov/confcov/coverage"
	"github.com/confcov/confcov/explore/interp"
	"github.com/confcov/confcov/explore/ir"
)

// Program is a linked program, decoded. It is not changed by Run.
type Program struct {
	IR       *ir.Program
	Universe *coverage.Universe
	code     *interp.Code
	counting func() (*interp.Code, error) // the same, for traces; made when it is first asked for
	hooked   string                       // the points for which code was made
}

// Load makes a linked program ready. The points must be those of the Options it is run with.
// The universe is that of the elements that the program's ids name; see NewUniverse.
func Load(p *ir.Program, u *coverage.Universe, points []Point) (*Program, error) {
	if p.Entry < 0 || int(p.Entry) >= len(p.Symbols) || p.Symbols[p.Entry].Kind != ir.SymFunc {
		return nil, fmt.Errorf("the program has no start function")
	}
	hooks := hooksOf(points)
	code, err := interp.Decode(p, hooks, false)
	if err != nil {
		return nil, err
	}
	counting := sync.OnceValues(func() (*interp.Code, error) { return interp.Decode(p, hooks, true) })
	return &Program{IR: p, Universe: u, code: code, counting: counting, hooked: fmt.Sprint(hooks)}, nil
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
