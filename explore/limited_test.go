package explore

// This file tests limits where ways are merged: what is incomplete is that for the configurations concerned only, and the others' answers stand.

import (
	"fmt"
	"strings"
	"testing"

	"github.com/confcov/confcov/explore/expr"
	"github.com/confcov/confcov/explore/path"
	"github.com/confcov/confcov/subjects/confspace"
)

// limited are programs some of whose configurations reach a limit.
var limited = []struct {
	name   string
	limits Limits
	each   bool   // the limit is one path's: whoever reaches it does so without merging, too
	over   string // then: who reaches it
	main   string
	wide   bool // o0 is a boolean, o1 and o2 are 0 to 69; otherwise o0 to o4 are booleans
}{
	{"endless", Limits{PathSteps: 20_000}, true, "o1=1 & o3=1", `
		if (o0) n++;
		if (o1) { n += 2; while (o3) n ^= 1; }
		if (o2) n += 4;
		printf("%d\n", n);`, false},
	{"late", Limits{PathSteps: 20_000}, true, "o0=1 & o1=1 & o2=1 & o3=1 & o4=1", `
		if (o0) n++;
		if (o1) n++;
		if (o2) n++;
		if (o3) n++;
		if (o4) n++;
		printf("%d\n", n);
		while (n == 5) puts("");`, false},
	{"heap", Limits{HeapBytes: 1000}, true, "o1=1 & o2=1", `
		char *p = 0, *q = 0, *r = 0, *s = 0;
		if (o0) p = malloc(600); else q = malloc(600);
		if (o1) r = malloc(300);
		if (o2) s = malloc(200);
		if (o3) n = 1;
		n += !p + !q + !r + !s;
		if (o4) n++;
		printf("%d\n", n);`, false},
	{"freed", Limits{HeapBytes: 1000}, true, "o0=1 & o2=1 & o3=1", `
		char *p = malloc(500), *q = 0;
		if (!o0) free(p);
		if (o1) n = 1;
		if (o2) q = malloc(400);
		if (o3) n += !malloc(200);
		n += !q;
		if (o4) n++;
		printf("%d\n", n);`, false},
	{"grows", Limits{HeapBytes: 100_000}, true, "o0=1 & o2=1", `
		if (o1) n = 1;
		while (o0) { char *p = malloc(100); if (!o2) { free(p); break; } n++; }
		printf("%d\n", n);`, false},
	{"all instructions", Limits{Steps: 20_000}, false, "", `
		if (o0) _exit(3);
		if (o1) while (o2) n ^= 1;
		if (o3) n++;
		printf("%d\n", n);`, false},
	{"ends", Limits{Paths: 2}, false, "", `
		if (o0) return 1;
		if (o1) return 2;
		if (o2) return 3;
		if (o3) return 4;`, false},
	{"related", Limits{HeapBytes: 1000}, true, "o0=1", `
		char *p = 0;
		if (o0) p = malloc(600);
		if (o1 < 8 && o2 < 8) {
			double d = o1 * 0.5 + o2; // a relation, which holds as a set for these values only
			if ((int)(d * d) % 7 == 2) n = 1;
		}
		n += 2 * !malloc(600) + 4 * !p;
		if (o1 & 1) n += 8;
		if (o2 & 1) n += 16;
		printf("%d\n", n);`, true},
}

// TestLimitedConfigurations: who reaches a limit is recorded, and all that is said of the others is what is said without the limit, or without merging.
func TestLimitedConfigurations(t *testing.T) {
	for _, l := range limited {
		t.Run(l.name, func(t *testing.T) {
			space := &confspace.Space{}
			head := "#include <stdio.h>\n#include <stdlib.h>\n#include <unistd.h>\n"
			domains := []string{"bool", "bool", "bool", "bool", "bool"}
			if l.wide {
				domains = []string{"bool", "0..69", "0..69"}
			}
			for i, d := range domains {
				name := fmt.Sprintf("o%d", i)
				space.Options = append(space.Options, optionOf(name, d))
				head += "int " + name + ";\n"
			}
			s := spec{test: Test{Name: "limited"}, opt: Options{Space: space, Points: []Point{{Function: "main"}}, Mode: path.Merged, Merge: MergeOff}}
			prog := loadC(t, "limited.c", []byte(head+"int main(void) {\nint n = 0;"+l.main+"\nreturn 0;\n}\n"), s)
			s.opt.Limits = Limits{PathSteps: 200_000} // without merging it is each path's
			if l.each {
				s.opt.Limits = l.limits
			}
			want := accountsOf(t, prog, s)
			s.opt.Merge, s.opt.Limits = MergeAll, l.limits
			got := accountsOf(t, prog, s)
			if d := want.broken + got.broken; d != "" {
				t.Fatal(d)
			}
			sets := confspace.NewSets(space)
			over, err := sets.Parse(l.over)
			if l.each && err != nil {
				t.Fatal(err)
			}
			ended := 0
			one := *want
			one.limits = got.limits
			for i, c := range want.all {
				budget := strings.HasPrefix(got.by[i].end, path.Budget.String()+" ")
				if budget {
					ended++
				}
				if l.each && (budget != sets.Contains(over, c) || budget != strings.HasPrefix(want.by[i].end, path.Budget.String()+" ")) {
					t.Errorf("%s: %s, without merging %s", space.FormatConfiguration(c), got.by[i].end, want.by[i].end)
				}
				if budget {
					continue
				}
				one.all, one.by = want.all[i:i+1], want.by[i:i+1]
				other := *got
				other.all, other.by = got.all[i:i+1], got.by[i:i+1]
				if d := one.difference(&other, prog, space); d != "" {
					t.Error(d)
				}
			}
			if ended == 0 || ended == len(want.all) || len(got.limits) != 1 || got.limits[0].Kind != path.LimitBudget {
				t.Errorf("%d of %d configurations reach a limit, limits %v", ended, len(want.all), got.limits)
			}
		})
	}
}

// TestLargeValuesStayApart: where values by condition would be larger than their bound the ways stay apart, which is counted; the answers are the same.
func TestLargeValuesStayApart(t *testing.T) {
	space := &confspace.Space{}
	var text strings.Builder
	for i := range 6 {
		name := fmt.Sprintf("o%d", i)
		space.Options = append(space.Options, confspace.Option{Name: name, Object: name, Domain: confspace.Bool()})
		fmt.Fprintf(&text, "int %s;\n", name)
	}
	text.WriteString("static int x, *p[6];\nint main(void) {\n")
	for i := range 6 {
		fmt.Fprintf(&text, "if (o%d) x += %d;\n", i, 1<<i)
	}
	text.WriteString("return x > 40;\n}\n")
	s := spec{test: Test{Name: "large"}, opt: Options{Space: space, Points: []Point{{Function: "main"}}, Mode: path.Merged, Merge: MergeOff}}
	prog := loadC(t, "large.c", []byte(text.String()), s)
	want := accountsOf(t, prog, s)
	s.opt.Merge = MergeAll
	count := func() map[string]int64 {
		res, err := Run(t.Context(), prog, s.test, s.opt)
		if err != nil {
			t.Fatal(err)
		}
		apart := int64(0)
		for i := range res.Test.Apart {
			apart += res.Test.Apart[i].Count
		}
		if n := res.Test.Counts[path.CountUnmerged]; n != apart || len(res.Test.Limits) > 0 {
			t.Errorf("%d ways stayed apart, %d counted; limits %v", apart, n, res.Test.Limits)
		}
		return res.Test.Counts
	}
	enough := count()
	defer func(l expr.Limits) { expr.DefaultLimits = l }(expr.DefaultLimits)
	expr.DefaultLimits = expr.Limits{Nodes: 8, Symbolic: 1}
	few := count()
	if enough[path.CountUnmerged] > 0 || few[path.CountUnmerged] == 0 || few["steps"] <= enough["steps"] {
		t.Errorf("with large values %v, with small ones %v", enough, few)
	}
	if d := want.difference(accountsOf(t, prog, s), prog, space); d != "" {
		t.Error(d)
	}
}
