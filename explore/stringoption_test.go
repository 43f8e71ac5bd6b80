package explore

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/confcov/confcov/explore/need"
	"github.com/confcov/confcov/explore/path"
	"github.com/confcov/confcov/subjects/confspace"
)

// stringsC does with its options what programs do: compare, copy, print, walk, free them, and use them wrongly in some configurations.
const stringsC = `#include <stdio.h>
#include <stdlib.h>
#include <string.h>
const char *banner; char *user; char dir[12] = "/usr/lib";
int verbose;
void ready(void) {}
static int count(const char *s, char c) { int n = 0; for (; *s; s++) if (*s == c) n++; return n; }
int main(void) {
	char buffer[64] = "";
	char *copy;
	ready();
	if (banner) {
		if (*banner)
			printf("%s\n", banner);
		strcat(buffer, banner);
	} else if (verbose)
		puts("no banner");
	if (!strcmp(user, "root") || strchr(user, 'x'))
		strcat(buffer, user);
	copy = strdup(dir);
	if (count(copy, '/') > 1)
		strcat(buffer, copy + 1);
	printf("%d %s %c\n", (int) strlen(buffer), buffer, dir[5]);
	if (verbose) {
		free(user);
		user = copy;
	} else
		free(copy);
	if (banner && banner[0] == 'w' && user[1] == 'o')
		return 3;
	return user[0];
}
`

// TestStringOptions explores a program whose options are strings, in both lowerings, with each kind of merging, by the slow path alone and with the C bodies of
// library functions: under every configuration the same happens.
func TestStringOptions(t *testing.T) {
	need.Slow(t)
	space := &confspace.Space{Options: []confspace.Option{
		{Name: "banner", Object: "banner", Domain: confspace.StringDomain(true, "", "welcome", "w")},
		{Name: "user", Object: "user", Domain: confspace.StringDomain(false, "root", "max", "joe")},
		{Name: "dir", Object: "dir", Domain: confspace.StringDomain(false, "/", "/home", "/home/a")},
		{Name: "verbose", Object: "verbose", Domain: confspace.Bool()},
	}}
	test := Test{Name: "strings", Env: []string{"LANG=C"}}
	for _, mode := range path.Modes() {
		opt := Options{Space: space, Points: []Point{{Function: "ready", Return: true}}, Mode: mode, Merge: MergeOff}
		prog := loadC(t, "strings.c", []byte(stringsC), spec{opt: opt})
		want := accountsOf(t, prog, spec{test: test, opt: opt})
		if len(want.by) != 72 || want.by[0].output == "" {
			t.Fatalf("%s: %d configurations, the first prints %q", mode, len(want.by), want.by[0].output)
		}
		for i := 0; i < len(want.all); i += 5 {
			c, opt := want.all[i], opt
			opt.Configuration = c
			one := accountsOf(t, prog, spec{test: test, opt: opt})
			if one.paths != 1 || one.by[0].end != want.by[i].end || one.by[0].output != want.by[i].output {
				t.Errorf("%s: %s alone: %+v, want %+v", mode, space.FormatConfiguration(c), one.by[0], want.by[i])
			}
		}
		for _, opt := range []Options{{Merge: MergeData}, {Merge: MergeAll}, {Merge: MergeAll, SlowOnly: true}, {Merge: MergeAll, NoShortcuts: true}} {
			opt.Space, opt.Points, opt.Mode = space, []Point{{Function: "ready", Return: true}}, mode
			got := accountsOf(t, prog, spec{test: test, opt: opt})
			if d := want.difference(got, prog, space); d != "" {
				t.Errorf("%s, %s: %s", mode, opt.Merge, d)
			}
			t.Logf("%s, %s: %d ends of %d paths", mode, opt.Merge, got.paths, want.paths)
			if opt.Merge == MergeAll && got.paths > 6 {
				t.Errorf("%s: %d ends", mode, got.paths)
			}
		}
	}
}

// TestStringOptionsByUse: options of strings have their place in the order of options where the program first looks at them. So the condition
// of a program that ends early where any of n booleans, each with a string of its own, says so is a diagram of about 2n nodes, though the strings
// come after all booleans in the space. With all strings first, or last, it has 2^n.
func TestStringOptionsByUse(t *testing.T) {
	var counts []int64
	for _, n := range []int{6, 12} {
		var head, body strings.Builder
		space := &confspace.Space{Options: make([]confspace.Option, 2*n)}
		for i := range n {
			fmt.Fprintf(&head, "int b%d; const char *s%d;\n", i, i)
			fmt.Fprintf(&body, "if (b%d && (!s%d || *s%d == 'x')) return 1;\n", i, i, i)
			name := fmt.Sprintf("b%d", i)
			space.Options[i] = confspace.Option{Name: name, Object: name, Domain: confspace.Bool()}
			name = fmt.Sprintf("s%d", i)
			space.Options[n+i] = confspace.Option{Name: name, Object: name, Domain: confspace.StringDomain(true, "file", "x")}
		}
		opt := Options{Space: space, Points: []Point{{Function: "main"}}, Merge: MergeAll}
		prog := loadC(t, "pairs.c", []byte(head.String()+"int main(void) {\n"+body.String()+"return 0;\n}\n"), spec{opt: opt})
		res, err := Run(context.Background(), prog, Test{Name: "pairs"}, opt)
		if err != nil {
			t.Fatal(err)
		}
		if len(res.Test.Paths) != 2 {
			t.Errorf("%d pairs: %d ends, want 2", n, len(res.Test.Paths))
		}
		counts = append(counts, res.Test.Counts["nodes"])
	}
	if counts[1] > 5*counts[0] {
		t.Errorf("6 pairs take %d nodes, 12 take %d", counts[0], counts[1])
	}
}
