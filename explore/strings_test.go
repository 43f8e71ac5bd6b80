package explore

import (
	"context"
	"os"
	"testing"

	"github.com/confcov/confcov/explore/path"
	"github.com/confcov/confcov/subjects/confspace"
)

// TestStringFunctions checks the shortcuts for string functions, on bytes that are symbolic, against
// their C bodies, run for every configuration.
func TestStringFunctions(t *testing.T) {
	src, err := os.ReadFile("testdata/strings/strings.c")
	if err != nil {
		t.Fatal(err)
	}
	sp := &confspace.Space{}
	for _, o := range []struct {
		name, domain string
		bits         uint8
	}{{"which", "0..25", 32}, {"c0", "0,97,98,65", 8}, {"c1", "0,98,113", 8}} {
		d, err := confspace.ParseDomain(o.domain, o.bits, true)
		if err != nil {
			t.Fatal(err)
		}
		sp.Options = append(sp.Options, confspace.Option{Name: o.name, Object: o.name, Domain: d})
	}
	points := []Point{{Function: "main"}}
	prog := loadC(t, "strings.c", src, spec{opt: Options{Points: points}})
	opt := Options{Space: sp, Points: points, Mode: path.Merged}
	res, err := Run(context.Background(), prog, Test{Name: "strings"}, opt)
	if err != nil {
		t.Fatal(err)
	}
	opt.NoShortcuts = true
	agree(t, prog, res, opt, path.Merged.Layout(prog.Universe), "strings.c")
	t.Logf("%d paths", len(res.Test.Paths))
}
