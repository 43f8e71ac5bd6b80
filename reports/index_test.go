package reports

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
)

// everything returns all tables of a run directory, and which tests were read for that.
func everything(t *testing.T, dir string, opts Options) (text string, read int) {
	t.Helper()
	d, err := path.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	opts.Progress = func(what string) {
		if strings.HasPrefix(what, "test ") {
			read++
		}
	}
	s, err := Load(d, opts)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Keep(d); err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := WriteTables(&b, FormatJSON, s.All()...); err != nil {
		t.Fatal(err)
	}
	return b.String(), read
}

// TestIndex: what is read from the index is what the tests say, whatever was asked for before; and an index that is not of this run and build is not used.
func TestIndex(t *testing.T) {
	for name, run := range map[string]func(*testing.T) *path.Dir{
		"example":    func(t *testing.T) *path.Dir { return exampleRun(t) },
		"incomplete": func(t *testing.T) *path.Dir { d, _ := unfinishedRun(t); return d },
	} {
		t.Run(name, func(t *testing.T) {
			dir := run(t).Name()
			suite := Options{Guarantee: interactions.BySuite}
			want, _ := everything(t, dir, suite)
			file := filepath.Join(dir, "index.bin")
			if _, err := os.Stat(file); err == nil {
				t.Error("an index without a build")
			}
			byTest, _ := everything(t, dir, Options{})
			suite.Build = "1"
			some := suite
			some.NoInter, some.Criteria = true, []coverage.Criterion{coverage.Line}
			if _, read := everything(t, dir, some); read == 0 {
				t.Error("no test was read, though there was no index")
			}
			first, _ := os.ReadFile(file)
			for range 2 {
				got, read := everything(t, dir, suite)
				if read > 0 {
					t.Errorf("%d tests were read, though there is an index", read)
				}
				if diff := cmp.Diff(want, got); diff != "" {
					t.Errorf("from the index:\n%s", diff)
				}
			}
			second, _ := os.ReadFile(file)
			if len(second) <= len(first) {
				t.Error("the covering sets were not added to the index")
			}
			if got, read := everything(t, dir, Options{Build: "1"}); read > 0 || got != byTest {
				t.Errorf("guarantees by one test: %d tests were read\n%s", read, cmp.Diff(byTest, got))
			}
			for i, damage := range []func([]byte) []byte{
				func(b []byte) []byte { return b[:len(b)-1] },
				func(b []byte) []byte { return append(bytes.Clone(b), 0) },
				func(b []byte) []byte { return bytes.Replace(b, []byte("\n1\n"), []byte("\n2\n"), 1) },
				func(b []byte) []byte { return nil },
			} {
				if err := os.WriteFile(file, damage(second), 0o644); err != nil {
					t.Fatal(err)
				}
				if got, read := everything(t, dir, suite); read == 0 || got != want {
					t.Errorf("damage %d: %d tests were read\n%s", i, read, cmp.Diff(want, got))
				}
			}
			if now, _ := os.ReadFile(file); !bytes.Equal(now, second) {
				t.Error("equal runs have other indices")
			}
		})
	}
}
