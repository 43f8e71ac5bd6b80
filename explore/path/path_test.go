package path

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/confcov/confcov/coverage"
	"github.com/confcov/confcov/subjects/confspace"
)

func testSpace() *confspace.Space {
	return &confspace.Space{Options: []confspace.Option{
		{Name: "a", Object: "tunable_a", Domain: confspace.Bool(), Default: 1},
		{Name: "mode", Object: "tunable_mode", Domain: confspace.Domain{Kind: confspace.DomainList, Values: []int64{-1, 3, 7}, Bits: 32, Signed: true}, Default: 3},
		{Name: "port", Object: "tunable_port", Domain: confspace.Domain{Kind: confspace.DomainAny, Bits: 16}, Default: 20},
		{Name: "n", Object: "tunable_n", Domain: confspace.Domain{Kind: confspace.DomainRange, Min: -5, Max: 90, Bits: 64, Signed: true}},
	}}
}

func testUniverse() *coverage.Universe {
	u := &coverage.Universe{}
	for i := range 70 {
		u.Add(coverage.Element{Criterion: coverage.Line, File: "main.c", Line: uint32(i + 1), Func: "main"})
	}
	u.Add(coverage.Element{Criterion: coverage.Block, File: "main.c", Line: 1, Col: 2, Func: "main", Detail: "block 0"})
	u.Add(coverage.Element{Criterion: coverage.Edge, File: "main.c", Line: 1, Col: 2, Func: "main", Detail: "0->1"})
	u.Add(coverage.Element{Criterion: coverage.Outcome, File: "main.c", Line: 1, Col: 6, Func: "main", Detail: "true"})
	return u
}

// testTest returns a test with every kind of content. before is how many sets its manager has made already.
func testTest(u *coverage.Universe, name string, before int) *Test {
	m := confspace.NewSets(testSpace())
	for i := range before {
		m.And(m.Setting(2, int64(i*7)), m.Bit(3, i%5))
	}
	l := Merged.Layout(u)
	bits := func(is ...int) coverage.Bits {
		b := coverage.NewBits(l)
		for _, i := range is {
			b.Set(i)
		}
		return b
	}
	a := m.Setting(0, 1)
	cond := m.And(a, m.Or(m.Less(2, 1024), m.Setting(1, 7)))
	at := Frame{Func: "main", File: "main.c", Line: 9, Col: 3}
	return &Test{
		Name: name, Mode: Merged, Key: "k1", Sets: m, Counts: map[string]int64{"forks": 2},
		Paths: []Path{
			{
				Condition: cond, End: Termination{Kind: Exit, Code: 3}, Covered: bits(0, 5, 71), Steps: 1 << 40,
				Notes: []Note{{Kind: NoteSystem, Message: "socket option", At: at}}, Calls: []Calls{{Total: 3, Digest: 1 << 63}, {Mixed: true}}, Output: []byte("220 hi\r\n\x00\xff"),
				Partial: []Partial{
					{Condition: m.And(cond, m.Setting(1, -1)), Criterion: coverage.Line, Elements: []uint32{3, 70}},
					{Condition: m.And(cond, m.Bit(2, 3)), Criterion: coverage.Block, Elements: []uint32{1}},
				},
				Texts: []Text{{m.And(cond, m.Setting(1, 7)), []byte("220 ho\r\n")}, {m.Diff(cond, m.Setting(1, 7)), []byte("220 hi\r\n\x00\xff")}},
			},
			{
				Condition: m.Diff(a, cond), End: Termination{Kind: MemoryError, Message: "out-of-bounds read", Stack: []Frame{at, {Func: "f", File: "f.c", Line: 1}}},
				Covered: bits(0, 69), Notes: []Note{{Kind: NoteWide, Message: Wide}}, Witness: confspace.Configuration{1, 3, 9, -5},
			},
			{Condition: m.Not(a), End: Termination{Kind: Exit}, Covered: bits(0, 5, 71)},
		},
	}
}

// plain returns a test with conditions as text, for comparing.
func plain(t *Test) string {
	var b strings.Builder
	for i := range t.Paths {
		p := t.Paths[i]
		fmt.Fprintf(&b, "%s: %+v %v %d %+v %q %v\n", t.Sets.String(p.Condition), p.End, p.Covered, p.Steps, p.Notes, p.Output, p.Witness)
		for _, pt := range p.Partial {
			fmt.Fprintf(&b, "\t%s: %s %v\n", t.Sets.String(pt.Condition), pt.Criterion, pt.Elements)
		}
		for _, x := range p.Texts {
			fmt.Fprintf(&b, "\t%s: %q\n", t.Sets.String(x.Condition), x.Bytes)
		}
	}
	return b.String()
}

var testRun = Run{Confcov: "test", Subject: Subject{Name: "s", SHA256: map[string]string{"b": "1", "a": "2"}}}

func plan(names ...string) []Plan {
	var ps []Plan
	for _, n := range names {
		ps = append(ps, Plan{n, Merged, "k1"})
	}
	return ps
}

func create(t *testing.T, dir string, plan []Plan) *Dir {
	t.Helper()
	d, err := Create(dir, testRun, testUniverse(), testSpace(), plan)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func TestRoundTrip(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "run")
	d := create(t, dir, append(plan("anon/list 1"), Plan{"empty", Expanded, "k"}))
	in := testTest(d.Universe(), "anon/list 1", 0)
	for i := range uint32(maxApart + 3) {
		in.Apart = append(in.Apart, Apart{File: "main.c", Line: i + 1, Func: "main", Why: "processes", Count: 200 - int64(i)})
	}
	if err := d.WriteTest(in); err != nil {
		t.Fatal(err)
	}
	empty := &Test{Name: "empty", Mode: Expanded, Key: "k", Sets: in.Sets, Limits: []Limit{{LimitBudget, "steps"}}}
	if err := d.WriteTest(empty); err != nil {
		t.Fatal(err)
	}
	if err := d.Finish(nil); err != nil {
		t.Fatal(err)
	}
	d, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(testUniverse(), d.Universe()); diff != "" {
		t.Error("universe: ", diff)
	}
	if diff := cmp.Diff(testSpace(), d.Space()); diff != "" {
		t.Error("space: ", diff)
	}
	infos, err := d.Tests()
	if err != nil || len(infos) != 2 {
		t.Fatal(infos, err)
	}
	m := confspace.NewSets(d.Space())
	out, err := d.ReadTest(&infos[0], m)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := plain(out), plain(in); got != want {
		t.Errorf("read\n%s\nwritten\n%s", got, want)
	}
	if diff := cmp.Diff(in.Apart[:maxApart], out.Apart); diff != "" {
		t.Error("apart: ", diff)
	}
	if infos[0].Name != in.Name || infos[0].Kinds["exit"] != 2 || !infos[0].Complete || infos[0].Notes != 2 || infos[0].Partials != 2 {
		t.Errorf("info %+v", infos[0])
	}
	if out, err = d.ReadTest(&infos[1], m); err != nil || len(out.Paths) != 0 || infos[1].Complete {
		t.Errorf("empty test: %+v, %v", out, err)
	}
	if d.Run().Complete || !d.Run().Finished || len(d.Run().Tests) != 2 {
		t.Errorf("run %+v", d.Run())
	}
}

// files returns the contents of all files below dir, by name.
func files(t *testing.T, dir string) map[string]string {
	t.Helper()
	out := map[string]string{}
	err := filepath.WalkDir(dir, func(p string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		data, err := os.ReadFile(p)
		rel, _ := filepath.Rel(dir, p)
		out[rel] = string(data)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func TestSameBytes(t *testing.T) {
	var runs []map[string]string
	for i, order := range [][]string{{"x", "y", "z"}, {"z", "x", "y"}} {
		dir := filepath.Join(t.TempDir(), "run")
		d := create(t, dir, plan(order...))
		for _, name := range order {
			if err := d.WriteTest(testTest(d.Universe(), name, i*100)); err != nil {
				t.Fatal(err)
			}
		}
		if err := d.Finish(nil); err != nil {
			t.Fatal(err)
		}
		runs = append(runs, files(t, dir))
	}
	if diff := cmp.Diff(runs[0], runs[1]); diff != "" {
		t.Error("two runs differ: ", diff)
	}
}

func TestResume(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "run")
	d := create(t, dir, plan("old", "kept", "next"))
	for _, name := range []string{"old", "kept"} {
		if err := d.WriteTest(testTest(d.Universe(), name, 0)); err != nil {
			t.Fatal(err)
		}
	}
	// An interrupted writer leaves a hidden folder.
	if err := os.Mkdir(filepath.Join(dir, "tests", ".tmp-half.merged"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := d.Finish([]Limit{{Kind: LimitInterrupted}}); err != nil {
		t.Fatal(err)
	}
	if d.Run().Finished || len(d.Run().Tests) != 3 || d.missing() != 1 {
		t.Errorf("interrupted run: %+v", d.Run())
	}
	if err := WriteRows(d, "interactions.parquet", []optionRow{}); err != nil {
		t.Fatal(err)
	}
	foreign := filepath.Join(dir, "notes.parquet")
	if err := os.WriteFile(foreign, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	d = create(t, dir, append(plan("kept"), Plan{"old", Merged, "k2"}, Plan{"kept", Expanded, "k1"}))
	defer d.Close()
	if _, err := os.Stat(filepath.Join(dir, "interactions.parquet")); err == nil {
		t.Error("results of an earlier analysis are still there")
	}
	if _, err := os.Stat(foreign); err != nil {
		t.Error("a file of the user's is gone")
	}
	if !d.Finished("kept", Merged) || d.Finished("old", Merged) || d.Finished("kept", Expanded) || d.Finished("next", Merged) {
		t.Error("Finished is wrong")
	}
	infos, err := d.Tests()
	if err != nil || len(infos) != 1 || infos[0].Name != "kept" {
		t.Errorf("tests %+v, %v", infos, err)
	}
	if entries, _ := os.ReadDir(filepath.Join(dir, "tests")); len(entries) != 1 {
		t.Errorf("folders of tests: %v", entries)
	}
}

func TestProblems(t *testing.T) {
	if _, err := Open(t.TempDir()); err == nil || !strings.Contains(err.Error(), "not a run directory") {
		t.Error(err)
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "precious"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := Create(dir, Run{}, testUniverse(), testSpace(), nil); err == nil || !strings.Contains(err.Error(), "not empty") {
		t.Error(err)
	}
	full := explain(&fs.PathError{Op: "write", Path: "x", Err: syscall.ENOSPC})
	if !strings.Contains(full.Error(), "disk is full") || !errors.Is(full, syscall.ENOSPC) {
		t.Error(full)
	}
	if !Unwritable(fmt.Errorf("test a: %w", full)) || Unwritable(syscall.EIO) || Unwritable(nil) {
		t.Error("Unwritable is wrong")
	}
	if readOnly := explain(&fs.PathError{Op: "mkdir", Path: "x", Err: syscall.EROFS}); !Unwritable(readOnly) || !strings.HasSuffix(readOnly.Error(), "choose a run directory that can be written") {
		t.Error(readOnly)
	}
	if again := explain(fmt.Errorf("test a: %w", full)); strings.Count(again.Error(), "disk is full") != 1 {
		t.Error(again)
	}
	d := create(t, filepath.Join(t.TempDir(), "run"), plan("bad"))
	defer d.Close()
	bad := testTest(d.Universe(), "bad", 0)
	bad.Paths[0].End.Kind = KindInvalid
	if err := d.WriteTest(bad); err == nil || !strings.Contains(err.Error(), "no termination") {
		t.Error(err)
	}
	if entries, _ := os.ReadDir(filepath.Join(d.Name(), "tests")); len(entries) != 0 {
		t.Errorf("a failed test left %v", entries)
	}
}

func TestNames(t *testing.T) {
	for k := Exit; k < numKinds; k++ {
		if g, err := ParseKind(k.String()); g != k || err != nil {
			t.Errorf("ParseKind(%s) = %v, %v", k, g, err)
		}
		if k.Error() && !k.Complete() {
			t.Errorf("%s is an error and incomplete", k)
		}
	}
	for name, want := range map[string]string{"a-b_c.1": "a-b_c.1", "../x": "%2E.%2Fx", "ä": "%C3%A4"} {
		if got := escape(name); got != want {
			t.Errorf("escape(%q) = %q, want %q", name, got, want)
		}
	}
}

func FuzzImport(f *testing.F) {
	f.Add(`{"lines": ["m.c:1", "n.c:7"], "options": ["a", "n"]}` + "\n" + `{"condition": ["and", "a", ["not", ["lt", "n", 3]], 1], "lines": [0, 1]}`)
	f.Fuzz(func(t *testing.T, data string) {
		d, err := Import(filepath.Join(t.TempDir(), "run"), ImportOptions{Name: "s"}, strings.NewReader(data))
		if err == nil && d.Universe().Count(coverage.Line) == 0 {
			t.Error("a run without lines")
		}
	})
}
