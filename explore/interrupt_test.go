package explore

import (
	"context"
	"errors"
	"slices"
	"testing"

	"github.com/confcov/confcov/explore/expr"
	"github.com/confcov/confcov/explore/interp"
	"github.com/confcov/confcov/explore/path"
	"github.com/confcov/confcov/explore/state"
	"github.com/confcov/confcov/subjects/confspace"
)

// stopping is a decider that is useless once its context is done, as solvers are.
type stopping struct {
	interp.Decider
	ctx    context.Context
	before func()
}

func (d stopping) Split(c state.PathCondition, e *expr.Expr) (interp.Verdict, state.PathCondition, state.PathCondition) {
	d.before()
	if d.ctx.Err() != nil {
		return interp.Unknown, c, c
	}
	return d.Decider.Split(c, e)
}

// TestInterrupted ends an exploration at each of its decisions: what it has found until then is a part of what it finds.
func TestInterrupted(t *testing.T) {
	opt := Options{Points: []Point{{Function: "main"}}, Space: &confspace.Space{}}
	for _, name := range []string{"a", "b", "c"} {
		opt.Space.Options = append(opt.Space.Options, confspace.Option{Name: name, Object: name, Domain: confspace.Bool()})
	}
	program := []byte("int a, b, c; int main(void) { int r = 0; if (a) r += 1; if (b) r += 2; if (c) r += 4; return r; }")
	prog := loadAlone(t, program, spec{opt: opt})
	var whole []int
	for stop := range 100 {
		ctx, cancel := context.WithCancelCause(t.Context())
		decisions, seen := 0, 0
		opt.NewDecider = func(b *expr.Builder, sets *confspace.Sets) interp.Decider {
			return stopping{newBrute(b, sets), ctx, func() {
				if decisions++; decisions == stop {
					cancel(errors.New("enough"))
				}
			}}
		}
		opt.Observer.Path = func(*path.Path) { seen++ }
		res, err := Run(ctx, prog, Test{Name: "stopped"}, opt)
		cancel(nil)
		var codes []int
		for i := range res.Test.Paths {
			p := &res.Test.Paths[i]
			if p.End.Kind != path.Exit {
				t.Errorf("stopped at decision %d: path %d ends with %s: %s", stop, i, p.End.Kind, p.End.Message)
			}
			codes = append(codes, p.End.Code)
		}
		if seen != len(codes) {
			t.Errorf("%d paths were observed, %d are there", seen, len(codes))
		}
		if stop == 0 {
			whole = codes
			if err != nil || len(whole) != 8 || res.Test.Limits != nil {
				t.Fatalf("%d paths, limits %v, error %v", len(whole), res.Test.Limits, err)
			}
			continue
		}
		if err == nil { // it has no more decisions
			if stop < 8 {
				t.Errorf("%d decisions", stop)
			}
			return
		}
		want := path.Limit{Kind: path.LimitInterrupted, Message: "enough"}
		if !errors.Is(err, context.Canceled) || !slices.Contains(res.Test.Limits, want) {
			t.Errorf("stopped at decision %d: error %v, limits %v", stop, err, res.Test.Limits)
		}
		if len(codes) >= len(whole) || !slices.Equal(codes, whole[:len(codes)]) {
			t.Errorf("stopped at decision %d: paths %v, without it %v", stop, codes, whole)
		}
	}
}
