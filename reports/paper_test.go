package reports

// This file compares the analyses with what the dissertation's authors published about vsftpd 2.0.7,
// from their own path data (docs/paper.md). The data are the file that CONFCOV_PAPER_DATA names, or are
// fetched, once; where they cannot be had the tests are skipped.

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/confcov/confcov/coverage"
	"github.com/confcov/confcov/explore/need"
	"github.com/confcov/confcov/explore/path"
	"github.com/confcov/confcov/interactions"
	"github.com/confcov/confcov/subjects/confspace"
	"github.com/confcov/confcov/subjects/fetch"
)

// The data are in the repository of GenTree, whose authors had them from Otter's.
const (
	paperURL = "https://raw.githubusercontent.com/dynaroars/gentree/694ad9f26ef693c6870935de3988f31130587afc/benchmarks/2/vsftpd.otter"
	paperSum = "0b337434f7292d4a5816960471ea3fc34ad54bc90aefb2a6d39efbd4bd108e7c"
	// linesSum is of the same data as JSON lines, the options without "tunable_".
	linesSum = "3a2fed91b5e03da3d0d39284e2f797be37013802dd38994d464420e736e6d7d2"
)

// paperData opens the authors' path data.
func paperData(t testing.TB) *os.File {
	t.Helper()
	name := os.Getenv("CONFCOV_PAPER_DATA")
	if name == "" {
		cache, err := fetch.CacheDir()
		if err != nil {
			t.Fatal(err)
		}
		name = filepath.Join(cache, "archives", "vsftpd-2.0.7-"+paperSum[:12]+".otter")
		if _, err := os.Stat(name); err != nil {
			err := download(t.Context(), paperURL, name)
			need.That(t, err == nil, "the authors' path data: %v; fetch %s by hand and name it by CONFCOV_PAPER_DATA", err, paperURL)
		}
	}
	f, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		t.Fatal(err)
	}
	if sum := hex.EncodeToString(h.Sum(nil)); sum != paperSum && sum != linesSum {
		t.Fatalf("%s: wrong checksum: SHA-256 is %s, not %s", name, sum, paperSum)
	}
	if _, err := f.Seek(0, io.SeekStart); err != nil {
		t.Fatal(err)
	}
	return f
}

// download fetches url to a new file.
func download(ctx context.Context, url, file string) error {
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return err
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return fmt.Errorf("%s: %s", url, resp.Status)
	}
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		return err
	}
	f, err := os.CreateTemp(filepath.Dir(file), ".paper-")
	if err != nil {
		return err
	}
	defer os.Remove(f.Name())
	if _, err := io.Copy(f, resp.Body); err != nil {
		f.Close()
		return err
	}
	if err := f.Close(); err != nil {
		return err
	}
	return os.Rename(f.Name(), file)
}

func TestPaper(t *testing.T) {
	f := paperData(t)
	start := time.Now()
	run := filepath.Join(t.TempDir(), "run")
	if _, err := path.Import(run, path.ImportOptions{Name: "vsftpd"}, f); err != nil {
		t.Fatal(err)
	}
	t.Logf("import: %v", time.Since(start))
	start = time.Now()
	d, err := path.Open(run)
	if err != nil {
		t.Fatal(err)
	}
	s, err := Load(d, Options{Progress: func(w string) { t.Log(time.Since(start), w) }})
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("analyses: %v, %d nodes", time.Since(start), s.Sets.Nodes())
	r := s.Result(coverage.Line)
	if got, want := r.Analysis.ByStrength(), []int{1, 7, 4, 3, 16, 5, 6, 2}; !slices.Equal(got, want) {
		t.Errorf("interactions by strength %v, want %v", got, want)
	}
	if got, want := r.Analysis.Cumulative(), []int{336, 384, 591, 1977, 2402, 2504, 2539, 2549}; !slices.Equal(got, want) {
		t.Errorf("guaranteed lines %v, want %v", got, want)
	}
	if got, want := r.Greedy.Sizes(r.Total), []int{2521, 18, 8, 1, 1}; !slices.Equal(got, want) {
		t.Errorf("greedy covering set %v, want %v", got, want)
	}
	if len(r.Exact.Members) != 5 || !r.Exact.Minimal || len(r.Exact.Proof.Elements) != 5 {
		t.Errorf("exact covering set: %d configurations, proof %+v; want 5 and 5 incompatible lines", len(r.Exact.Members), r.Exact.Proof)
	}
	if n := r.Total.Distinct(); n != 52 {
		t.Errorf("%d distinct line conditions, want 52", n)
	}
	if n := count(s.Examined[path.Merged]); n != 22 {
		t.Errorf("%d examined options, want 22", n)
	}
	// The authors' rule stops early per test; the data has one, so nothing changes.
	paper := interactions.Analyze(r.Total, s.each(), interactions.Options{Paper: true})
	if !slices.Equal(paper.ByStrength(), r.Analysis.ByStrength()) {
		t.Errorf("by the authors' rule: %v", paper.ByStrength())
	}
	comparePublished(t, s)
}

// comparePublished compares the interactions with appendix B's list. Values of integers are compared by class.
func comparePublished(t *testing.T, s *Study) {
	text, err := os.ReadFile("testdata/appendix-b.txt")
	if err != nil {
		t.Fatal(err)
	}
	prefix := ""
	if strings.HasPrefix(s.Space.Options[0].Name, "tunable_") {
		prefix = "tunable_"
	}
	want := map[string]bool{}
	for _, line := range strings.Fields(string(text)) {
		var list []confspace.Setting
		settings := strings.Split(line, ",")
		for _, setting := range settings {
			var v int64
			name, value, _ := strings.Cut(setting, "=")
			if _, err := fmt.Sscan(value, &v); err != nil {
				t.Fatal(err)
			}
			o := s.Space.Index(prefix + name)
			for i, c := range s.Classes[o] {
				if !s.Sets.Disjoint(c.Values, s.Sets.Setting(o, v)) {
					list = append(list, confspace.Setting{Option: o, Value: s.Values[o][i]})
				}
			}
		}
		p, err := confspace.MakeSettings(list...)
		if err != nil || len(p) != len(settings) {
			t.Fatalf("%s: %v, %v", line, p, err)
		}
		want[s.Space.FormatSettings(p)] = true
	}
	if len(want) != 43 {
		t.Errorf("%d published interactions, want 43", len(want))
	}
	for _, in := range s.Result(coverage.Line).Analysis.Interactions {
		if k := s.Space.FormatSettings(in.Settings); k != "" && !want[k] {
			t.Errorf("interaction %s is not in appendix B", k)
		} else {
			delete(want, k)
		}
	}
	for k := range want {
		t.Errorf("interaction %s of appendix B was not found", k)
	}
}

func BenchmarkPaper(b *testing.B) {
	f := paperData(b)
	run := filepath.Join(b.TempDir(), "run")
	if _, err := path.Import(run, path.ImportOptions{Name: "vsftpd"}, f); err != nil {
		b.Fatal(err)
	}
	b.Run("import", func(b *testing.B) {
		for b.Loop() {
			if _, err := f.Seek(0, 0); err != nil {
				b.Fatal(err)
			}
			if _, err := path.Import(filepath.Join(b.TempDir(), "run"), path.ImportOptions{Name: "vsftpd"}, f); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("analyses", func(b *testing.B) {
		for b.Loop() {
			d, err := path.Open(run)
			if err != nil {
				b.Fatal(err)
			}
			if _, err := Load(d, Options{}); err != nil {
				b.Fatal(err)
			}
		}
	})
}
