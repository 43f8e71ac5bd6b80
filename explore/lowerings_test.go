package explore

// This file compares the lowering that has all criteria with the two others, on random programs of logical operators: it has the
// same elements, and a run covers the same.

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/confcov/confcov/coverage"
	"github.com/confcov/confcov/explore/frontend"
	"github.com/confcov/confcov/explore/ir"
	"github.com/confcov/confcov/explore/libc"
	"github.com/confcov/confcov/explore/path"
	"github.com/confcov/confcov/subjects/confspace"
)

var logicPrograms = flag.Int("logic-programs", 150, "how many random programs of logical operators are compared")

// logicProgram writes a program.
type logicProgram struct{ r *rand.Rand }

// value returns an expression of type int, or of another type where only its truth matters.
func (g *logicProgram) value(depth int) string {
	if depth == 0 {
		return []string{"a", "b", "c", "*p", "s[1]", "1", "0", "f(a)", "g(b)", "d", "p", "x", "&a", "l", "m", "h"}[g.r.IntN(16)]
	}
	v := func() string { return g.value(depth - 1 - g.r.IntN(min(depth, 2))) }
	switch g.r.IntN(16) {
	case 0, 1, 2:
		return fmt.Sprintf("(%s && %s)", v(), v())
	case 3, 4, 5:
		return fmt.Sprintf("(%s || %s)", v(), v())
	case 6:
		return fmt.Sprintf("(%s && %s && %s)", v(), v(), v())
	case 7:
		return "!" + v()
	case 8:
		return fmt.Sprintf("((%s) ? !!%s : (%s == 0))", v(), v(), v())
	case 9:
		return fmt.Sprintf("(%s, %s)", v(), v())
	case 10:
		return fmt.Sprintf("((_Bool) %s)", v())
	case 11:
		return fmt.Sprintf("((long) (%s != 0))", v())
	case 12:
		return fmt.Sprintf("((%s != 0) + (%s != 0))", v(), v())
	case 13:
		return fmt.Sprintf("(%s ? %s : %s)", v(), []string{"a", "d", "l", "x"}[g.r.IntN(4)], []string{"b", "d", "m", "0"}[g.r.IntN(4)])
	case 14:
		return fmt.Sprintf("(b = %s != 0)", v())
	}
	return fmt.Sprintf("(!!%s ?: %s != 0)", v(), v())
}

func (g *logicProgram) statement(b *strings.Builder, depth int) {
	v := g.value(1 + g.r.IntN(4))
	block := func() {
		fmt.Fprintln(b, "{")
		if depth > 0 {
			for range 1 + g.r.IntN(2) {
				g.statement(b, depth-1)
			}
		} else if g.r.IntN(3) > 0 {
			fmt.Fprintln(b, "n++;")
		}
		fmt.Fprintln(b, "}")
	}
	switch g.r.IntN(8) {
	case 0, 1, 2:
		fmt.Fprintf(b, "if (%s)\n", v)
		block()
		if g.r.IntN(2) == 0 {
			fmt.Fprintln(b, "else")
			block()
		}
	case 3:
		fmt.Fprintf(b, "for (i = 0; i < 3 && (%s); i++)\n", v)
		block()
	case 4:
		fmt.Fprintf(b, "%s;\n", v)
	case 5:
		fmt.Fprintf(b, "n += !!(%s);\n", v)
	case 6:
		fmt.Fprintf(b, "do { n++;\nif (n > 50) break; }\nwhile (%s && n %% 7);\n", v)
	default:
		fmt.Fprintf(b, "s[(%s) != 0] = f(%s != 0);\n", v, g.value(2))
	}
}

func (g *logicProgram) source() string {
	var b strings.Builder
	n := func() int { return g.r.IntN(3) - 1 }
	fmt.Fprintf(&b, "int a = %d, b = %d, c = %d, n, i, s[2] = {%d, %d}; int *p = &c; double d = %d.5; long l = %dL; unsigned char h = %d; long double x = %d, m = %d;\n",
		n(), n(), n(), n(), n(), n(), n(), g.r.IntN(2), n(), n())
	fmt.Fprint(&b, "int f(int v) { return v ^ 1; }\nint g(int v) {\nif (v && a)\nreturn 1;\nreturn v || c; }\nint main(void) {\n")
	for range 4 {
		g.statement(&b, 2)
	}
	fmt.Fprintln(&b, "return n; }")
	return b.String()
}

// loadLowerings makes a program without a library ready in all lowerings, which have one universe.
func loadLowerings(t *testing.T, source string) map[path.Mode]*Program {
	t.Helper()
	s, err := frontend.Parse(t.Context(), "/t/program.c", []byte(source), &frontend.Options{SubjectRoot: "/t"})
	if err != nil {
		t.Fatal(err)
	}
	linked := map[path.Mode]*ir.Program{}
	for _, m := range path.Modes() {
		u, err := s.Lower(t.Context(), loweringOf(m))
		if err != nil {
			t.Fatal(err)
		}
		if err := ir.Verify(u); err != nil {
			t.Fatal(err)
		}
		if linked[m], err = ir.Link([]*ir.Unit{u}, nil, ir.LinkOptions{Entry: "main", Intrinsic: libc.IsIntrinsic}); err != nil {
			t.Fatal(err)
		}
	}
	universe, err := NewUniverse(linked)
	if err != nil {
		t.Fatal(err)
	}
	loaded := map[path.Mode]*Program{}
	for m, p := range linked {
		if loaded[m], err = Load(p, universe, nil); err != nil {
			t.Fatal(err)
		}
	}
	return loaded
}

// TestLowerings: the elements of a program are the same in each lowering that has them, and so is what a run covers.
func TestLowerings(t *testing.T) {
	for seed := range *logicPrograms {
		source := (&logicProgram{rand.New(rand.NewPCG(uint64(seed), 71))}).source()
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			covered := map[path.Mode]*path.Path{}
			loaded := loadLowerings(t, source)
			for m, p := range loaded {
				r, err := Run(t.Context(), p, Test{Name: "t"}, Options{Mode: m, Configuration: confspace.Configuration{}, Limits: Limits{PathSteps: 1 << 20}})
				if err != nil {
					t.Fatal(err)
				}
				covered[m] = &r.Test.Paths[0]
			}
			u, all := loaded[path.Both].Universe, covered[path.Both]
			for _, m := range []path.Mode{path.Merged, path.Expanded} {
				one := covered[m]
				if one.End.Kind != all.End.Kind || one.End.Code != all.End.Code {
					t.Fatalf("%v: it ends as %v, elsewhere as %v\n%s", m, one.End, all.End, source)
				}
				for _, c := range m.Criteria() {
					got, want := coveredNames(u, path.Both, all, c), coveredNames(u, m, one, c)
					if !slices.Equal(got, want) {
						t.Fatalf("%s elements covered:\n%v\nin mode %s:\n%v\n%s", c, got, m, want, source)
					}
				}
			}
		})
	}
}

// coveredNames returns the covered elements of a criterion.
func coveredNames(u *coverage.Universe, m path.Mode, p *path.Path, c coverage.Criterion) []string {
	var names []string
	l := m.Layout(u)
	coverage.Bits(p.Covered).Each(func(bit int) {
		if criterion, id := l.At(bit); criterion == c {
			names = append(names, fmt.Sprint(*u.Element(c, id)))
		}
	})
	return names
}
