package explore

import (
	"context"
	"testing"

	"github.com/confcov/confcov/explore/ir"
	"github.com/confcov/confcov/subjects/confspace"
)

// TestPlantedFaults: each planted fault changes what a run shows.
func TestPlantedFaults(t *testing.T) {
	src := []byte("int a = -8;\nsigned char c = -1;\nint main(void) {\n  int r = (a >> 1) + c;\n  return a && r == -5;\n}\n")
	a := confspace.Option{Name: "a", Object: "a", Domain: confspace.Domain{Kind: confspace.DomainAny, Bits: 32, Signed: true}}
	run := func(plant func(*ir.Program), opt Options) *Result {
		prog := loadAlone(t, src, spec{opt: opt})
		if plant != nil {
			plant(prog.IR)
			var err error
			if prog, err = Load(prog.IR, prog.Universe, opt.Points); err != nil {
				t.Fatal(err)
			}
		}
		opt.Trace = true
		res, err := Run(context.Background(), prog, Test{Name: "planted"}, opt)
		if err != nil {
			t.Fatal(err)
		}
		return res
	}
	if r := run(nil, Options{}); r.Traces[0].End.Code != 1 || r.Traces[0].Lines["program.c"][4] != 1 {
		t.Fatalf("%+v", r.Traces[0])
	}
	for _, ops := range [][2]ir.Op{{ir.OpAShr, ir.OpLShr}, {ir.OpSExt, ir.OpZExt}} {
		if r := run(func(p *ir.Program) { PlantOp(p, ops[0], ops[1]) }, Options{}); r.Traces[0].End.Code != 0 {
			t.Errorf("%v for %v is not seen", ops[1], ops[0])
		}
	}
	if r := run(func(p *ir.Program) { PlantLine(p, 4, 1) }, Options{}); r.Traces[0].Lines["program.c"][4] != 0 {
		t.Errorf("the wrong line is not seen: %v", r.Traces[0].Lines)
	}
	opt := Options{Space: &confspace.Space{Options: []confspace.Option{a}}, Points: []Point{{Function: "main"}}}
	all := len(run(nil, opt).Test.Paths)
	opt.NewDecider = PlantDrop
	if n := len(run(nil, opt).Test.Paths); all < 2 || n != 1 {
		t.Errorf("%d paths, %d when some are dropped", all, n)
	}
}
