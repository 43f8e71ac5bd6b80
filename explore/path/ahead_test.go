package path

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/confcov/confcov/subjects/confspace"
)

// TestReadAhead: tests that are read ahead are those that are read one by one, and so are errors; not all need to be read.
func TestReadAhead(t *testing.T) {
	dir := newRun(t)
	damage := func(t *testing.T) {
		file := filepath.Join(dir, "tests", "y.merged", setsFile)
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		data[len(data)/2]++
		if err := os.WriteFile(file, data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, damaged := range []bool{false, true} {
		if damaged {
			damage(t)
		}
		d, err := Open(dir)
		if err != nil {
			t.Fatal(err)
		}
		infos, _ := d.Tests()
		read := func(s *Stored) (*Test, error) { return s.Test(confspace.NewSets(d.Space())) }
		a := ReadAhead(d, infos, read)
		for i := range infos {
			want, wantErr := d.ReadTest(&infos[i], confspace.NewSets(d.Space()))
			got, err := a.Next()
			if (err == nil) != (wantErr == nil) || err != nil && err.Error() != wantErr.Error() {
				t.Fatalf("test %s: %v, want %v", infos[i].Name, err, wantErr)
			}
			if diff := cmp.Diff(want, got, cmpopts.IgnoreFields(Test{}, "Sets")); err == nil && diff != "" {
				t.Errorf("test %s:\n%s", infos[i].Name, diff)
			}
			if (damaged && i == 1) != (err != nil) {
				t.Errorf("damaged %v, test %d: %v", damaged, i, err)
			}
		}
		if _, err := a.Next(); err == nil {
			t.Error("a test more than there are")
		}
		a.Stop()
		ReadAhead(d, infos, read).Stop()
		d.Close()
	}
}
