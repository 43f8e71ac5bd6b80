package reports

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/diff"
	"pgregory.net/rapid"

	"github.com/confcov/confcov/coverage"
	"github.com/confcov/confcov/explore/path"
	"github.com/confcov/confcov/reports/patch"
	"github.com/confcov/confcov/subjects/confspace"
)

// textOf returns a source whose lines are all different.
func textOf(file string, changed func(line int) bool) []byte {
	var b bytes.Buffer
	for i := 1; i <= 6; i++ {
		fmt.Fprintf(&b, "%s %d;", file, i)
		if changed(i) {
			b.WriteString(" // changed")
		}
		b.WriteByte('\n')
	}
	return b.Bytes()
}

// TestDiffIsBruteForce compares what is said of random patches with what the configurations cover one by one, and the set with the smallest of all.
func TestDiffIsBruteForce(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		x := genTruth(r)
		s, err := memoryStudy(t, x.sets, x.u, &path.Run{Finished: true}, x.tests, Options{NoInter: true})
		if err != nil {
			t.Fatal(err)
		}
		touched := map[string]map[int]bool{"0.c": {}, "1.c": {}}
		var text bytes.Buffer
		for _, file := range []string{"0.c", "1.c"} {
			for i := 1; i <= 6; i++ {
				touched[file][i] = rapid.Bool().Draw(r, "touched")
			}
			text.Write(diff.Diff("a/"+file, textOf(file, func(int) bool { return false }), "b/"+file, textOf(file, func(i int) bool { return touched[file][i] })))
		}
		applied := rapid.Bool().Draw(r, "applied")
		s.Source = func(file string) ([]byte, error) {
			return textOf(file, func(i int) bool { return applied && touched[file][i] }), nil
		}
		p, err := patch.Parse(&text)
		if err != nil {
			t.Fatal(err)
		}
		known := slices.ContainsFunc(p.Files, func(f *patch.File) bool { return slices.Contains(x.u.Files(), strings.TrimPrefix(f.Name, "b/")) })
		d, err := s.Diff(t.Context(), p)
		if err != nil {
			if known || len(p.Files) == 0 {
				r.Fatal(err)
			}
			return // only of the file that the run does not have
		}
		var want []string
		for _, res := range s.Results {
			for i := range x.u.Elements[res.Criterion] {
				if e := &x.u.Elements[res.Criterion][i]; touched[e.File][int(e.Line)] {
					want = append(want, res.Criterion.String()+" "+e.Name())
				}
			}
		}
		x.checkDiff(r, s, d, want)
	})
}

// checkDiff checks a diff that touches the wanted elements.
func (x *truth) checkDiff(r *rapid.T, s *Study, d *Diff, want []string) {
	var got []string
	for _, e := range d.elements {
		got = append(got, e.Criterion.String()+" "+e.Name())
	}
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		r.Fatalf("%v are touched, want %v", got, want)
	}
	every := x.brute(s, x.configs)
	most := every.reached(func(int) bool { return true })
	reachable := slices.DeleteFunc(slices.Clone(want), func(name string) bool { return !most[name] })
	if d.Reached != len(reachable) {
		r.Fatalf("%d are reached, want %v", d.Reached, reachable)
	}
	for _, g := range slices.Concat(d.reached, d.never) {
		for _, e := range g.elements {
			for i, c := range x.configs {
				if x.sets.Contains(g.condition, c) != every.all[i][e.Criterion.String()+" "+e.Name()] {
					r.Fatalf("%s under %v: not as said", e.Name(), c)
				}
			}
		}
	}
	enough := func(chosen []int) bool {
		found := every.reached(func(i int) bool { return slices.Contains(chosen, i) })
		return !slices.ContainsFunc(reachable, func(name string) bool { return !found[name] })
	}
	least := leastOf(len(x.configs), enough)
	switch {
	case d.Set == nil && len(reachable) > 0, d.Set != nil && len(d.Set.Members) != least:
		r.Fatalf("%v, the least number is %d", d.Set, least)
	case d.Set == nil:
		return
	case !d.Set.Minimal:
		r.Fatalf("%d configurations are not known to be the least", least)
	}
	var chosen []int
	for i, m := range d.Set.Members {
		before := len(slices.DeleteFunc(slices.Clone(reachable), func(name string) bool {
			return !every.reached(func(i int) bool { return slices.Contains(chosen, i) })[name]
		}))
		chosen = append(chosen, slices.IndexFunc(x.configs, func(c confspace.Configuration) bool { return slices.Equal(c, m.Configuration) }))
		after := len(slices.DeleteFunc(slices.Clone(reachable), func(name string) bool {
			return !every.reached(func(i int) bool { return slices.Contains(chosen, i) })[name]
		}))
		if d.Adds[i] != after-before {
			r.Fatalf("configuration %d adds %d, want %d", i, d.Adds[i], after-before)
		}
	}
	if !enough(chosen) {
		r.Fatalf("the set %v is not enough", chosen)
	}
}

// leastOf returns the size of the smallest choice of n that is enough.
func leastOf(n int, enough func([]int) bool) int {
	var try func(chosen []int, from, left int) bool
	try = func(chosen []int, from, left int) bool {
		if left == 0 {
			return enough(chosen)
		}
		for i := from; i < n; i++ {
			if try(append(chosen, i), i+1, left-1) {
				return true
			}
		}
		return false
	}
	for size := 0; ; size++ {
		if try(nil, 0, size) {
			return size
		}
	}
}

// TestDiffText: what people read of a patch.
func TestDiffText(t *testing.T) {
	s, err := Load(exampleRun(t), Options{Criteria: []coverage.Criterion{coverage.Line}, NoInter: true})
	if err != nil {
		t.Fatal(err)
	}
	source := []byte("int main(void)\n{\n\n  if (one &&\n      two)\n\n    f();\n  /* a comment */\n\n  g(1,\n    2);\n}\n\nint more;\n  x();\n\n  y();\n\n}\n  z();\n")
	s.Source = func(string) ([]byte, error) { return source, nil }
	diffOf := func(from, to string) *Diff {
		after := bytes.Replace(source, []byte(from), []byte(to), 1)
		p, err := patch.Parse(bytes.NewReader(append(diff.Diff("a/example.c", source, "b/example.c", after), "--- a/README\n+++ b/README\n@@ -1 +1 @@\n-a\n+b\n"...)))
		if err != nil {
			t.Fatal(err)
		}
		d, err := s.Diff(t.Context(), p)
		if err != nil {
			t.Fatal(err)
		}
		return d
	}
	for _, c := range []struct {
		from, to, want string // the lines that are touched
	}{
		{"    f();", "    g();", "7"},
		{"    2);", "    3);", "10"},                 // a statement
		{"\n  g(1,", "\n  h();\n  g(1,", "10"},       // what follows
		{"    2);\n}", "    2);\n  h();\n}", "10"},   // what precedes, at the end of a function
		{"/* a comment */", "/* no comment */", ""},  // no code
		{"int more;", "int more, and_more;", ""},     // no function
		{"  x();\n\n  y();\n", "  x2();\n", "15,17"}, // several
	} {
		d := diffOf(c.from, c.to)
		var lines []uint32
		for _, e := range d.elements {
			lines = append(lines, e.Line)
		}
		if got := ranges(lines); got != c.want {
			t.Errorf("%q to %q touches %s, want %s", c.from, c.to, got, c.want)
		}
	}
	d := diffOf("    f();\n  /* a comment */\n\n  g(1,\n    2);\n}\n\nint more;\n  x();\n\n  y();", "w")
	var text, comment bytes.Buffer
	for _, err := range []error{d.Text(&text, Layout{Width: 80}, false, nil), d.Markdown(&comment)} {
		if err != nil {
			t.Fatal(err)
		}
	}
	golden(t, "diff.txt", text.Bytes())
	golden(t, "diff.md", comment.Bytes())
	for name, want := range map[string]string{"b/example.c": "what it has of b/example.c is in those of the run neither before nor after it", "other.c": "the run has no code of any of its files; it has that of example.c"} {
		p, err := patch.Parse(strings.NewReader("--- " + name + "\n+++ " + name + "\n@@ -1 +1 @@\n-something\n+else\n"))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := s.Diff(t.Context(), p); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", name, err, want)
		}
	}
}
