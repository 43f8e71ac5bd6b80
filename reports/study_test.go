package reports

// This file compares every table of a small study with golden files. CONFCOV_UPDATE=1 rewrites them.

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/confcov/confcov/coverage"
	"github.com/confcov/confcov/explore/path"
	"github.com/confcov/confcov/interactions"
	"github.com/confcov/confcov/subjects/confspace"
)

// update: golden files are rewritten.
var update = os.Getenv("CONFCOV_UPDATE") != ""

// exampleRun writes the program of Figure 4.2, with a few extras, as a run directory.
func exampleRun(t testing.TB) *path.Dir {
	t.Helper()
	sp := &confspace.Space{}
	for _, name := range []string{"a", "b", "c", "d"} {
		sp.Options = append(sp.Options, confspace.Option{Name: name, Object: name, Domain: confspace.Bool()})
	}
	sp.Options = append(sp.Options, confspace.Option{
		Name: "size", Object: "size", Default: 10,
		Domain: confspace.Domain{Kind: confspace.DomainRange, Min: 0, Max: 99, Bits: 32, Signed: true},
	})
	u := &coverage.Universe{}
	for _, l := range []uint32{5, 7, 10, 15, 17, 20} {
		u.Add(coverage.Element{Criterion: coverage.Line, File: "example.c", Line: l, Func: "main"})
	}
	for _, o := range []string{"true", "false"} {
		u.Add(coverage.Element{Criterion: coverage.Outcome, File: "example.c", Line: 4, Col: 7, Func: "main", Detail: o})
	}
	dir, no := filepath.Join(t.TempDir(), "run"), "NO"
	d, err := path.Create(dir, path.Run{
		Confcov: "test", Subject: path.Subject{Name: "example", Version: "1"}, SourceLines: 18,
		Fixed:    []path.Fixed{{Options: []string{"sandbox"}, Value: &no, Reason: "needs a real kernel"}, {Options: []string{"tls", "cert", "key", "ciphers", "ca"}, Reason: "built without TLS"}, {Options: []string{"user"}, Mode: "daemon", Reason: "there is one"}},
		Excluded: []path.Excluded{{File: "sandbox.c", Reason: "needs seccomp"}},
	}, u, sp, []path.Plan{{Name: "one", Mode: path.Merged, Key: "k"}, {Name: "zero", Mode: path.Merged, Key: "k"}, {Name: "one", Mode: path.Expanded, Key: "k"}})
	if err != nil {
		t.Fatal(err)
	}
	at := path.Frame{Func: "main", File: "example.c", Line: 20, Col: 3}
	write := func(name string, mode path.Mode, rows ...any) {
		m := confspace.NewSets(sp)
		l := mode.Layout(u)
		test := &path.Test{Name: name, Mode: mode, Key: "k", Sets: m}
		for i := 0; i < len(rows); i += 2 {
			set, err := m.Parse(rows[i].(string))
			if err != nil {
				t.Fatal(err)
			}
			p := path.Path{Condition: set, Covered: coverage.NewBits(l), End: path.Termination{Kind: path.Exit}}
			for _, b := range rows[i+1].([]int) {
				switch {
				case b < 0:
					p.End = path.Termination{Kind: path.MemoryError, Message: "out-of-bounds read", Stack: []path.Frame{at}}
				case b >= 100:
					p.Notes = append(p.Notes, path.Note{Kind: path.NoteSystem, Message: "socket option", At: at})
				default:
					p.Covered[b>>6] |= 1 << (b & 63)
				}
			}
			test.Paths = append(test.Paths, p)
		}
		if err := d.WriteTest(test); err != nil {
			t.Fatal(err)
		}
	}
	write("one", path.Merged, "a=1", []int{0}, "a=0 & b=1 & (c=1 | d=1)", []int{1, 3, 4, 100}, "a=0 & b=1 & c=0 & d=0", []int{1, 3}, "a=0 & b=0", []int{})
	write("zero", path.Merged, "a=1 & size<=50", []int{0}, "a=1 & size>=51", []int{0, -1}, "a=0 & b=1", []int{1, 2}, "a=0 & b=0", []int{})
	write("one", path.Expanded, "a=1", []int{0}, "a=0", []int{1})
	if err := d.Finish(nil); err != nil {
		t.Fatal(err)
	}
	return d
}

// golden compares got with a file of testdata.
func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	file := filepath.Join("testdata", name)
	if update {
		if err := os.WriteFile(file, got, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), string(got)); diff != "" {
		t.Errorf("%s (CONFCOV_UPDATE=1 rewrites it):\n%s", name, diff)
	}
}

func TestStudy(t *testing.T) {
	d := exampleRun(t)
	s, err := Load(d, Options{Guarantee: interactions.BySuite})
	if err != nil {
		t.Fatal(err)
	}
	explain, err := s.Explain("example.c:17")
	if err != nil {
		t.Fatal(err)
	}
	guarantee, err := s.Guarantee("b=1,a=0")
	if err != nil {
		t.Fatal(err)
	}
	tables := append(s.All(), explain, guarantee)
	for name, f := range map[string]Format{"example.txt": FormatTable, "example.json": FormatJSON, "example.csv": FormatCSV, "example.md": FormatMarkdown} {
		var b bytes.Buffer
		if err := WriteTables(&b, f, tables...); err != nil {
			t.Fatal(err)
		}
		golden(t, name, b.Bytes())
	}
	var b bytes.Buffer
	if err := s.Lcov(&b, "/src"); err != nil {
		t.Fatal(err)
	}
	golden(t, "example.lcov", b.Bytes())
	if err := s.Save(d); err != nil {
		t.Fatal(err)
	}
	rows, err := path.ReadRows[interactionRow](d, "interactions.parquet")
	if err != nil || len(rows) != 6 {
		t.Errorf("%d interactions, %v", len(rows), err)
	}
}

func TestExplainProblems(t *testing.T) {
	s, err := Load(exampleRun(t), Options{Criteria: []coverage.Criterion{coverage.Line}, NoInter: true})
	if err != nil {
		t.Fatal(err)
	}
	for place, want := range map[string]string{
		"sample":         "a place is FILE:LINE",
		"other.c:3":      "the program has no code in a file of that name; its files are example.c",
		"example.c:6":    "before and after are 5 and 7",
		"example.c:99":   "the last line is 20",
		"example.c:1":    "the first line is 5",
		"example.c:nope": "example.c has no function nope",
	} {
		if _, err := s.Explain(place); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("Explain(%s): %v, want %q", place, err, want)
		}
	}
}
