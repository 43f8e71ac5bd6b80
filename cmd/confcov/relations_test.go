package main

// This file checks conditions that no set of the options' bits holds, from the program to the covering sets: against
// a run of every configuration, in C, where that is possible, and against what is known of the numbers elsewhere.

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	coversets "github.com/confcov/confcov/cover-sets"
	"github.com/confcov/confcov/coverage"
	"github.com/confcov/confcov/explore/need"
	"github.com/confcov/confcov/reports"
	"github.com/confcov/confcov/subjects/confspace"
)

// relationSubject writes a subject of integer options and the body of its main, which ends by reaching one of several lines.
func relationSubject(t *testing.T, options []string, domain, body string) string {
	t.Helper()
	var list, vars strings.Builder
	for _, o := range options {
		fmt.Fprintf(&list, "\t{ name = %q, domain = %q, default = 0 },\n", o, domain)
		fmt.Fprintf(&vars, "int %s;\n", o)
	}
	return need.Folder(t, map[string]string{
		"subject.toml": "name = \"related\"\nversion = \"1\"\n[source]\nfolder = \"src\"\n[build]\nfiles = [\"main.c\"]\n[symbolic]\nafter = \"ready\"\n" +
			"[config]\nhow = \"arguments\"\nline = \"{name}={value}\"\n[options]\nobject = \"{name}\"\nlist = [\n" + list.String() + "]\n",
		"src/main.c":      vars.String() + "static void reach(int which) { (void)which; }\nstatic void ready(void) {}\nint main(void)\n{\n  ready();\n" + body + "  return 0;\n}\n",
		"tests/one.txtar": "argv = [\"related\"]\n",
	})
}

// exploreRelations explores a subject, completely, and analyses it.
func exploreRelations(t *testing.T, subject string) *reports.Study {
	t.Helper()
	_, s := exploreSubject(t, subject, "data", reports.Options{NewTheory: newTheory(t.Context())})
	if len(s.Incomplete) > 0 || !s.Run.Complete {
		t.Errorf("incomplete: %v", s.Incomplete)
	}
	return s
}

// lineOf returns the condition of the line that has the text, and its class.
func lineOf(t *testing.T, s *reports.Study, subject, text string) (cond confspace.Set, id uint32) {
	t.Helper()
	source, err := os.ReadFile(filepath.Join(subject, "src/main.c"))
	if err != nil {
		t.Fatal(err)
	}
	for i, line := range strings.Split(string(source), "\n") {
		if !strings.Contains(line, text) {
			continue
		}
		for _, e := range s.Universe.Elements[coverage.Line] {
			if e.Line == uint32(i+1) {
				return s.Result(coverage.Line).Total.Condition(e.ID), e.ID
			}
		}
	}
	t.Fatalf("no line %s", text)
	return confspace.Empty, 0
}

// relationCases are conditions on options, in C and in Go, and the settings that guarantee them and their negations over any integers.
var relationCases = []struct {
	options, c string
	holds      func(v []int32) bool
	yes, no    string
}{
	{"a b c", "a + b == c", func(v []int32) bool { return v[0]+v[1] == v[2] }, "[a=0,b=0,c=0]", "[a=0,b=0,c=1]"},
	{"n", "n * n == 49", func(v []int32) bool { return v[0]*v[0] == 49 }, "[n=7]", "[n=0]"},
	{"n m", "(n ^ m) == 5", func(v []int32) bool { return v[0]^v[1] == 5 }, "[n=0,m=5]", "[n=0,m=0]"},
	{"n", "n % 60 == 0", func(v []int32) bool { return v[0]%60 == 0 }, "[n=0]", "[n=1]"},
	{"n", "n * 0.1 * (n * 0.1) > 2", func(v []int32) bool { x := float64(v[0]) * 0.1; return x*x > 2 }, "[n=15]", "[n=0]"},
	{"n m", "n > 3 && n * m == 12", func(v []int32) bool { return v[0] > 3 && v[0]*v[1] == 12 }, "[n=4,m=3]", "[n=0 m=0]"},
}

func TestRelationsEndToEnd(t *testing.T) {
	cases := relationCases
	if need.Race {
		cases = cases[:1]
	}
	for _, x := range cases {
		t.Run(x.c, func(t *testing.T) {
			options := strings.Fields(x.options)
			body := fmt.Sprintf("  if (%s)\n    reach(1);\n  else\n    reach(2);\n", x.c)
			subject := relationSubject(t, options, "any", body)
			s := exploreRelations(t, subject)
			checkBranches(t, s, subject, x.holds)
			r := s.Result(coverage.Line)
			for _, side := range []struct{ text, want string }{{"reach(1)", x.yes}, {"reach(2)", x.no}} {
				_, id := lineOf(t, s, subject, side.text)
				var got []string
				for _, p := range r.Analysis.MinimalFor(id) {
					got = append(got, s.Space.FormatSettings(p))
				}
				if fmt.Sprint(got) != side.want {
					t.Errorf("%s is guaranteed by %v, want %s", side.text, got, side.want)
				}
			}
			// Over fewer values all configurations are tried.
			domain := map[int]string{1: "-5000..5000", 2: "-80..79", 3: "-16..15"}[len(options)]
			subject = relationSubject(t, options, domain, body)
			s = exploreRelations(t, subject)
			checkBranches(t, s, subject, x.holds)
		})
	}
}

// checkBranches compares the two lines with the condition, under the configurations of a study with few values, or some others.
func checkBranches(t *testing.T, s *reports.Study, subject string, holds func([]int32) bool) {
	t.Helper()
	yes, _ := lineOf(t, s, subject, "reach(1)")
	no, _ := lineOf(t, s, subject, "reach(2)")
	if !s.Sets.Disjoint(yes, no) || !s.Sets.Same(s.Sets.Or(yes, no), confspace.Full) {
		t.Error("the two sides of a branch are not each other's complement")
	}
	r := s.Result(coverage.Line)
	for _, cs := range []*coversets.CoveringSet{r.Greedy, r.Exact} {
		if len(cs.Members) != 2 {
			t.Errorf("%s: %d configurations cover two branches that exclude each other", cs.Method, len(cs.Members))
		}
	}
	if !r.Exact.Minimal {
		t.Errorf("2 is not known to be the minimum: %s", r.Exact.Limit)
	}
	c := make(confspace.Configuration, len(s.Space.Options))
	v := make([]int32, len(c))
	n := 0
	var rec func(i int)
	rec = func(i int) {
		if i == len(c) {
			n++
			if w := holds(v); s.Sets.Contains(yes, c) != w || s.Sets.Contains(no, c) == w {
				t.Fatalf("%s: the condition is %v", s.Space.FormatConfiguration(c), w)
			}
			return
		}
		for _, x := range valuesToTry(&s.Space.Options[i].Domain, len(c)) {
			c[i], v[i] = x, int32(x)
			rec(i + 1)
		}
	}
	rec(0)
	if n < 10000 {
		t.Errorf("%d configurations were tried", n)
	}
}

func valuesToTry(d *confspace.Domain, options int) (out []int64) {
	lo, hi := d.Bounds()
	if d.Kind == confspace.DomainAny {
		side := map[int]int64{1: 5000, 2: 60, 3: 12}[options]
		for v := -side; v <= side; v++ {
			out = append(out, v)
		}
		return append(out, lo, lo+1, lo+7, hi, hi-6, 1<<30, 1<<16, -1<<16, 12345678)
	}
	for v := lo; v <= hi; v++ {
		out = append(out, v)
	}
	return out
}
