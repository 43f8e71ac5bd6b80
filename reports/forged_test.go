//go:build !race

// Under the race detector, checks of pointers in the Parquet library end the process where it panics otherwise.

package reports

// This file analyses runs whose files are damaged although every digest is right, as if somebody had
// forged them: that is an error, or a study, but never a panic.

import (
	"bytes"
	"crypto/sha256"
	"flag"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/confcov/confcov/explore/path"
	"github.com/confcov/confcov/interactions"
)

var forgeries = flag.Int("forgeries", 400, "damaged runs that TestForged analyses")

func hexSum(data []byte) string { return fmt.Sprintf("%x", sha256.Sum256(data)) }

var sealPattern = regexp.MustCompile(`"sha256": "([0-9a-f]{64})"\n}\n$`)

// forge replaces a file of a run directory, given by its files, by one of equal size, and corrects all digests.
func forge(files map[string][]byte, name string, data []byte) map[string][]byte {
	out := map[string][]byte{}
	for n, d := range files {
		out[n] = d
	}
	old := files[name]
	out[name] = data
	if dir := filepath.Dir(name); dir != "." && filepath.Base(name) != "test.json" {
		summary := filepath.Join(dir, "test.json")
		out[summary] = bytes.ReplaceAll(files[summary], []byte(hexSum(old)), []byte(hexSum(data)))
		name, old, data = summary, files[summary], out[summary]
	}
	run := out["run.json"]
	if name != "run.json" {
		run = bytes.ReplaceAll(run, []byte(hexSum(old)), []byte(hexSum(data)))
	}
	if m := sealPattern.FindSubmatchIndex(run); m != nil {
		run = bytes.Clone(run)
		copy(run[m[2]:], strings.Repeat("0", 64))
		copy(run[m[2]:], hexSum(run))
	}
	out["run.json"] = run
	return out
}

func TestForged(t *testing.T) {
	d := exampleRun(t)
	files := map[string][]byte{}
	var names []string
	err := filepath.WalkDir(d.Name(), func(name string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() || e.Name() == ".lock" {
			return err
		}
		rel, _ := filepath.Rel(d.Name(), name)
		data, err := os.ReadFile(name)
		files[rel] = data
		names = append(names, rel)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(5, 6))
	load := func(what, dir string) (err error) {
		defer func() {
			if p := recover(); p != nil {
				t.Errorf("%s: panic: %v", what, p)
			}
		}()
		d, err := path.Open(dir)
		if err != nil {
			return err
		}
		defer d.Close()
		s, err := Load(d, Options{Guarantee: interactions.BySuite})
		if err != nil {
			return err
		}
		for _, table := range s.All() {
			_ = table
		}
		return s.Save(d)
	}
	refused := 0
	for i := range *forgeries {
		name := names[i%len(names)]
		data := bytes.Clone(files[name])
		what := fmt.Sprintf("%d: %s with", i, name)
		for range 1 + r.IntN(3) {
			k := r.IntN(len(data))
			if strings.HasSuffix(name, ".parquet") && r.IntN(2) == 0 { // most of a small file is its end, which describes it
				k = len(data) - 1 - r.IntN(min(len(data), 600))
			}
			v := data[k] ^ 1<<r.IntN(8)
			if r.IntN(3) == 0 {
				v = byte(r.Uint32())
			}
			what += fmt.Sprintf(" %#x at %d", v, k)
			data[k] = v
		}
		dir := filepath.Join(t.TempDir(), "run")
		for n, content := range forge(files, name, data) {
			f := filepath.Join(dir, n)
			if err := os.MkdirAll(filepath.Dir(f), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(f, content, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		if err := load(what, dir); err != nil {
			refused++
			if strings.Contains(err.Error(), "\n") {
				t.Errorf("%s: %v", what, err)
			}
		}
		os.RemoveAll(dir)
	}
	if refused == 0 || refused == *forgeries {
		t.Errorf("%d of %d runs refused", refused, *forgeries)
	}
	t.Logf("%d of %d runs refused", refused, *forgeries)
}
