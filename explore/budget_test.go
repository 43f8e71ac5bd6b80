package explore

import (
	"context"
	"strings"
	"testing"

	"github.com/confcov/confcov/explore/expr"
	"github.com/confcov/confcov/explore/interp"
	"github.com/confcov/confcov/explore/path"
	"github.com/confcov/confcov/explore/state"
	"github.com/confcov/confcov/subjects/confspace"
)

// full is a decider whose sets are full.
type full struct{ interp.Decider }

func (full) Split(state.PathCondition, *expr.Expr) (interp.Verdict, state.PathCondition, state.PathCondition) {
	panic(confspace.ErrBudget)
}

// TestTooManyNodes: sets that become too large are a limit, not a bug.
func TestTooManyNodes(t *testing.T) {
	opt := Options{
		Space:  &confspace.Space{Options: []confspace.Option{{Name: "a", Object: "a", Domain: confspace.Domain{Kind: confspace.DomainBool, Bits: 32}}}},
		Points: []Point{{Function: "main"}},
		NewDecider: func(b *expr.Builder, sets *confspace.Sets) interp.Decider {
			return full{newBrute(b, sets)}
		},
	}
	prog := loadAlone(t, []byte("int a; int main(void) { if (a) return 1; return 0; }"), spec{opt: opt})
	res, err := Run(context.Background(), prog, Test{Name: "budget"}, opt)
	if err != nil {
		t.Fatal(err)
	}
	p := res.Test.Paths[0]
	if len(res.Test.Paths) != 1 || p.End.Kind != path.Budget || !strings.Contains(p.End.Message, "too many nodes") || len(p.End.Stack) == 0 {
		t.Errorf("%d paths, %+v", len(res.Test.Paths), p.End)
	}
}
