package explore

// This file makes programs ready for execution.

import (
	"fmt"
	"strings"
	"sync"

	"github.com/confcov/confcov/coverage"
	"github.com/confcov/confcov/explore/interp"
	"github.com/confcov/confcov/explore/ir"
)

// Program is a linked program, decoded. Several goroutines may run it.
type Program struct {
	IR       *ir.Program
	Universe *coverage.Universe
	code     *interp.Code
	counting func() *interp.Code // the same, for traces; made when it is first asked for
	points   []int32             // the functions of the points for which code was made
	hooked   string              // those points
	objects  sync.Map            // the objects of options that were found, by reference: *found
}

// found is what FindObject returned.
type found struct {
	object Object
	err    error
}

// object is FindObject, which searches all symbols: replaying runs a program thousands of times with the same options.
func (p *Program) object(reference string) (Object, error) {
	if f, ok := p.objects.Load(reference); ok {
		return f.(*found).object, f.(*found).err
	}
	f := new(found)
	f.object, f.err = FindObject(p.IR, reference)
	p.objects.Store(reference, f)
	return f.object, f.err
}

// Load makes a linked program ready. The points must be those of the Options it is run with.
// The universe is that of the elements that the program's ids name; see NewUniverse.
func Load(p *ir.Program, u *coverage.Universe, points []Point) (*Program, error) {
	if p.Entry < 0 || int(p.Entry) >= len(p.Symbols) || p.Symbols[p.Entry].Kind != ir.SymFunc {
		return nil, fmt.Errorf("the program has no start function")
	}
	prog := &Program{IR: p, Universe: u, hooked: placesOf(points)}
	hooks := map[int32]interp.Hook{}
	for _, point := range points {
		f, err := FindFunction(p, point.Function)
		if err != nil {
			return nil, fmt.Errorf("options become symbolic at %s: %w", point.Function, err)
		}
		prog.points = append(prog.points, f)
		hooks[f] |= point.hook()
	}
	prog.code = interp.Decode(p, hooks, false)
	prog.counting = sync.OnceValue(func() *interp.Code { return interp.Decode(p, hooks, true) })
	return prog, nil
}

func (p *Point) hook() interp.Hook {
	if p.Return {
		return interp.HookReturn
	}
	return interp.HookEntry
}

// placesOf says where points are, whatever becomes symbolic there.
func placesOf(points []Point) string {
	var b strings.Builder
	for _, p := range points {
		fmt.Fprintf(&b, "%s %v\n", p.Function, p.Return)
	}
	return b.String()
}
