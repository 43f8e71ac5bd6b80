package path

import (
	"encoding/json"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/confcov/confcov/explore/expr"
	"github.com/confcov/confcov/explore/relation"
	"github.com/confcov/confcov/subjects/confspace"
)

var testNames = []string{"x", "y"}

// explore explores what is not finished in dir, and returns how many tests that were.
func explore(dir string, hook func(op, name string) error) (int, error) {
	d, err := createWith(dir, testRun, testUniverse(), testSpace(), plan(testNames...), hook)
	if err != nil {
		return 0, err
	}
	defer d.Close()
	explored := 0
	for i, name := range testNames {
		if d.Finished(name, Merged) {
			continue
		}
		if err := d.WriteTest(variant(name, i)); err != nil {
			return explored, err
		}
		explored++
	}
	return explored, d.Finish(nil)
}

// variant returns a test whose files differ from those of another i.
func variant(name string, i int) *Test {
	t := testTest(testUniverse(), name, 0)
	t.Paths[0].Covered[0] |= 2 << i
	t.Paths[1].Condition, t.Paths[2].Condition = t.Sets.And(t.Paths[1].Condition, t.Sets.Bit(2, i)), t.Sets.Or(t.Paths[2].Condition, t.Sets.Diff(t.Paths[1].Condition, t.Sets.Bit(2, i)))
	b := expr.NewBuilder()
	d := t.Sets.Space().Options[2].Domain
	lo, hi := d.Bounds()
	v := b.VarUnsigned(2, uint(d.Bits), uint64(lo), uint64(hi))
	square := t.Sets.Relate(relation.Of(b, t.Sets.Space(), b.Eq(b.Mul(v, v), b.Const(uint64(49+i), v.Bits()))))
	t.Paths[2].Condition = t.Sets.And(t.Paths[2].Condition, square)
	return t
}

func newRun(t *testing.T) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "run")
	if _, err := explore(dir, nil); err != nil {
		t.Fatal(err)
	}
	return dir
}

// readAll reads all of a run directory.
func readAll(dir string) error {
	d, err := Open(dir)
	if err != nil {
		return err
	}
	defer d.Close()
	infos, err := d.Tests()
	if err != nil {
		return err
	}
	for i := range infos {
		if _, err := d.ReadTest(&infos[i], confspace.NewSets(d.Space())); err != nil {
			return err
		}
	}
	if len(infos) != len(testNames) || d.missing() != 0 || !d.Run().Finished {
		return errors.New("unfinished")
	}
	return nil
}

// wantDamaged checks that reading dir is one clear error about file, and that exploring again makes
// the run whole.
func wantDamaged(t *testing.T, what, dir, file string, tests int, want map[string]string) {
	t.Helper()
	err := readAll(dir)
	if !errors.Is(err, ErrDamaged) || !strings.Contains(err.Error(), file) || !strings.HasSuffix(err.Error(), "explore again into the same directory") || strings.Contains(err.Error(), "\n") {
		t.Errorf("%s: %v", what, err)
	}
	n, err := explore(dir, nil)
	if err != nil || n != tests {
		t.Errorf("%s: %d tests explored again, want %d: %v", what, n, tests, err)
	}
	if diff := cmp.Diff(want, files(t, dir)); diff != "" {
		t.Errorf("%s: exploring again gives another run: %s", what, diff)
	}
}

func TestForeignParts(t *testing.T) {
	dir := newRun(t)
	want := files(t, dir)
	folder := func(name string) string { return filepath.Join(dir, "tests", name+".merged") }
	if err := os.RemoveAll(folder("y")); err != nil {
		t.Fatal(err)
	}
	wantDamaged(t, "a removed test", dir, "y.merged", 1, want)
	for _, f := range append(slices.Clone(testParts), testFile) {
		data, err := os.ReadFile(filepath.Join(folder("x"), f))
		if err == nil {
			err = os.WriteFile(filepath.Join(folder("y"), f), data, 0o644)
		}
		if err != nil {
			t.Fatal(err)
		}
		wantDamaged(t, "another test's "+f, dir, "y.merged/"+f, 1, want)
	}
	// The run of another universe: its tests have the same names, and may have the same keys.
	d, err := Create(dir, testRun, testUniverse(), &confspace.Space{Options: testSpace().Options[:3]}, plan(testNames...))
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	if infos, err := d.Tests(); err != nil || len(infos) != 0 {
		t.Errorf("tests over other options are kept: %v, %v", infos, err)
	}
}

// TestDamage damages each file of a run in some ways, run.json at every byte.
func TestDamage(t *testing.T) {
	dir := newRun(t)
	want := files(t, dir)
	r := rand.New(rand.NewPCG(1, 2))
	for file, text := range want {
		if file == lockFile {
			continue
		}
		tests := 0 // that are explored again
		if strings.HasPrefix(file, testsDir) {
			tests = 1
		} else if file == runFile {
			tests = len(testNames)
		}
		name := filepath.Join(dir, file)
		damage := func(what string, f func() error) {
			t.Helper()
			if err := f(); err != nil {
				t.Fatal(err)
			}
			wantDamaged(t, what+" "+file, dir, filepath.Base(file), tests, want)
		}
		write := func(s string) func() error { return func() error { return os.WriteFile(name, []byte(s), 0o644) } }
		k := r.IntN(len(text))
		damage("flipped", write(text[:k]+string(text[k]^byte(1<<r.IntN(8)))+text[k+1:]))
		damage("truncated", write(text[:k]))
		damage("lengthened", write(text+"\n"))
		if file != runFile {
			damage("missing", func() error { return os.Remove(name) })
			damage("not a file:", func() error { os.Remove(name); return syscall.Mkfifo(name, 0o644) })
		}
	}
	text := want[runFile]
	for k := range text {
		flipped := []byte(text)
		flipped[k] ^= 1 << r.IntN(8)
		if err := os.WriteFile(filepath.Join(dir, runFile), flipped, 0o644); err != nil {
			t.Fatal(err)
		}
		if err := readAll(dir); !errors.Is(err, ErrDamaged) {
			t.Errorf("%s with byte %d (%q) flipped: %v", runFile, k, text[k], err)
		}
	}
}

// reseal writes run.json anew after edit.
func reseal(t *testing.T, dir string, edit func(r *Run)) {
	t.Helper()
	name := filepath.Join(dir, runFile)
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	var r Run
	if err := json.Unmarshal(data, &r); err != nil {
		t.Fatal(err)
	}
	edit(&r)
	if data, err = r.sealed(); err == nil {
		err = os.WriteFile(name, data, 0o644)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// TestNamesStayInside: names in run.json cannot lead out of the directory, nor can links.
func TestNamesStayInside(t *testing.T) {
	victim := func(t *testing.T, dir string) string {
		v := filepath.Join(filepath.Dir(dir), "victim")
		if err := os.Mkdir(v, 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(v, testFile), nil, 0o644); err != nil {
			t.Fatal(err)
		}
		return v
	}
	wantVictim := func(t *testing.T, v string) {
		t.Helper()
		if _, err := os.Stat(filepath.Join(v, testFile)); err != nil {
			t.Error("a file outside the run directory is gone:", err)
		}
	}
	for name, edit := range map[string]func(e *TestEntry){
		"mode":         func(e *TestEntry) { e.Mode = "/../../../victim" },
		"name":         func(e *TestEntry) { e.Name = "../../victim" },
		"empty":        func(e *TestEntry) { e.Name = "" },
		"name of none": func(e *TestEntry) { e.Name = "none" },
		"twice":        func(e *TestEntry) { e.Name = "y" },
	} {
		t.Run(name, func(t *testing.T) {
			dir := newRun(t)
			v := victim(t, dir)
			reseal(t, dir, func(r *Run) { edit(&r.Tests[0]) })
			if err := readAll(dir); !errors.Is(err, ErrDamaged) {
				t.Error(err)
			}
			if _, err := explore(dir, nil); err != nil {
				t.Error(err)
			}
			wantVictim(t, v)
			if err := readAll(dir); err != nil {
				t.Error(err)
			}
		})
	}
	for name, link := range map[string]string{"tests": "tests", "a test": "tests/x.merged", "an old test": "tests/old.merged", "a part": "tests/.tmp-x.merged"} {
		t.Run("link of "+name, func(t *testing.T) {
			dir := newRun(t)
			v := victim(t, dir)
			os.RemoveAll(filepath.Join(dir, link))
			if err := os.Symlink(v, filepath.Join(dir, link)); err != nil {
				t.Fatal(err)
			}
			if link == "tests/x.merged" {
				if err := readAll(dir); !errors.Is(err, ErrDamaged) {
					t.Error(err)
				}
			}
			_, err := explore(dir, nil)
			if (link == "tests") != (err != nil) {
				t.Error(err)
			}
			wantVictim(t, v)
		})
	}
	t.Run("link of the lock", func(t *testing.T) {
		dir := newRun(t)
		os.Remove(filepath.Join(dir, lockFile))
		if err := os.Symlink(runFile, filepath.Join(dir, lockFile)); err != nil {
			t.Fatal(err)
		}
		if _, err := explore(dir, nil); err == nil || !strings.Contains(err.Error(), lockFile) {
			t.Error(err)
		}
		if err := readAll(dir); err != nil {
			t.Error(err)
		}
	})
}

// TestTakeOver: what confcov leaves itself is taken over, anything else is refused.
func TestTakeOver(t *testing.T) {
	make := func(t *testing.T, names ...string) string {
		dir := t.TempDir()
		for _, n := range names {
			f := filepath.Join(dir, n)
			if err := os.MkdirAll(filepath.Dir(f), 0o755); err != nil {
				t.Fatal(err)
			}
			if strings.HasSuffix(n, "/") {
				os.Mkdir(f, 0o755)
			} else if err := os.WriteFile(f, []byte("{"), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		return dir
	}
	for _, own := range [][]string{
		{},
		{".lock"},
		{".lock", ".tmp-12-run.json"},
		{".lock", "tests/"},
		{"options.parquet", "tests/.tmp-a.merged/paths.parquet"},
		{"run.json", "tests/a.merged/test.json"},
		{"run.json", ".lock", "timings.json", "coverage.parquet"},
	} {
		if _, err := explore(make(t, own...), nil); err != nil {
			t.Errorf("%v: %v", own, err)
		}
	}
	for _, foreign := range [][]string{
		{"precious"},
		{".lock", "precious.parquet"},
		{"tests/precious"},
		{"tests/a.merged/precious"},
		{"tests/a.merged/test.json/"},
		{"run.json", "precious"},
		{"run.json", "tests/precious/"},
		{".tmp-x/"},
		{"run.json/"},
	} {
		dir := make(t, foreign...)
		before := files(t, dir)
		if _, err := explore(dir, nil); err == nil || strings.Contains(err.Error(), "\n") {
			t.Errorf("%v: %v", foreign, err)
		}
		if diff := cmp.Diff(before, files(t, dir)); diff != "" {
			t.Errorf("%v: changed: %s", foreign, diff)
		}
	}
	// A file of the user's in a finished run stays; one in a test's folder stops what would remove it.
	dir := newRun(t)
	for _, f := range []string{"notes.parquet", "tests/notes", "tests/x.merged/notes"} {
		if err := os.WriteFile(filepath.Join(dir, f), nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if n, err := explore(dir, nil); n != 0 || err != nil {
		t.Error(n, err)
	}
	d, err := Create(dir, testRun, testUniverse(), testSpace(), nil)
	if err == nil || !strings.Contains(err.Error(), "x.merged/notes: not a file of confcov's") {
		t.Error(d, err)
	}
	for _, f := range []string{"notes.parquet", "tests/notes", "tests/x.merged/notes"} {
		if _, err := os.Stat(filepath.Join(dir, f)); err != nil {
			t.Error(err)
		}
	}
}

// TestOtherFormat: the directory of another version is refused on reading, and taken over.
func TestOtherFormat(t *testing.T) {
	dir := newRun(t)
	want := files(t, dir)
	if err := os.WriteFile(filepath.Join(dir, runFile), []byte(`{"format": 1, "confcov": "0.9", "tests": []}`), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := readAll(dir); err == nil || !strings.Contains(err.Error(), "format 1, this version reads format 6: explore again") {
		t.Error(err)
	}
	if n, err := explore(dir, nil); n != len(testNames) || err != nil {
		t.Error(n, err)
	}
	if diff := cmp.Diff(want, files(t, dir)); diff != "" {
		t.Error(diff)
	}
}

// TestResultsAreBound: a result of another run is not read, and not written.
func TestResultsAreBound(t *testing.T) {
	type row struct {
		N int32 `parquet:"n"`
	}
	dir := newRun(t)
	d, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	if err := WriteRows(d, "coverage.parquet", []row{{1}}); err != nil {
		t.Fatal(err)
	}
	if rows, err := ReadRows[row](d, "coverage.parquet"); err != nil || len(rows) != 1 || rows[0].N != 1 {
		t.Error(rows, err)
	}
	old, err := os.ReadFile(filepath.Join(dir, "coverage.parquet"))
	if err != nil {
		t.Fatal(err)
	}
	// Another run takes the place of the one that d has read.
	other, err := Create(dir, testRun, testUniverse(), testSpace(), plan("other"))
	if err != nil {
		t.Fatal(err)
	}
	var busy *BusyError
	if err := WriteRows(d, "coverage.parquet", []row{{1}}); !errors.As(err, &busy) || busy.PID != os.Getpid() {
		t.Error(err)
	}
	if err := other.WriteTest(testTest(testUniverse(), "other", 0)); err != nil {
		t.Fatal(err)
	}
	if err := other.Finish(nil); err != nil {
		t.Fatal(err)
	}
	if err := WriteRows(d, "coverage.parquet", []row{{1}}); err == nil || !strings.Contains(err.Error(), "explored again") {
		t.Error(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "coverage.parquet"), old, 0o644); err != nil {
		t.Fatal(err)
	}
	if rows, err := ReadRows[row](other, "coverage.parquet"); err == nil || !strings.Contains(err.Error(), "another run") {
		t.Error(rows, err)
	}
	if err := WriteRows(d, "precious.parquet", []row{{1}}); err == nil {
		t.Error("a result of any name is written")
	}
}

// missing returns how many tests of the run, in one mode each, are not finished.
func (d *Dir) missing() int {
	d.mu.Lock()
	defer d.mu.Unlock()
	return len(d.run.Tests) - len(d.infos)
}
