package reports

// This file compares the analyses with what the dissertation's authors published
// about vsftpd 2.0.7, from their own path data. It is skipped where the data are not there.

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/confcov/confcov/coverage"
	"github.com/confcov/confcov/explore/need"
	"github.com/confcov/confcov/explore/path"
	"github.com/confcov/confcov/interactions"
	"github.com/confcov/confcov/subjects/confspace"
)

// paperData opens the authors' path data: $CONFCOV_PAPER_DATA, or beside the module.
func paperData(t testing.TB) (*os.File, string) {
	dir := os.Getenv("CONFCOV_PAPER_DATA")
	if dir == "" {
		dir = filepath.Join("..", "..", "shared", "data")
	}
	f, err := os.Open(filepath.Join(dir, "vsftpd-2.0.7-line-paths.jsonl.gz"))
	need.That(t, err == nil, "the authors' path data are not here: %v", err)
	t.Cleanup(func() { f.Close() })
	return f, dir
}

func TestPaper(t *testing.T) {
	f, dir := paperData(t)
	start := time.Now()
	run := filepath.Join(t.TempDir(), "run")
	if _, err := path.Import(run, "vsftpd", f); err != nil {
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
	paper, err := interactions.Analyze(r.Total, s.Values, interactions.Options{Paper: true})
	if err != nil || !slices.Equal(paper.ByStrength(), r.Analysis.ByStrength()) {
		t.Errorf("by the authors' rule: %v, %v", paper.ByStrength(), err)
	}
	comparePublished(t, filepath.Join(dir, "..", "paper_tables.json"), s)
}

// comparePublished compares the interactions with appendix B's list. Values of integers are compared by class.
func comparePublished(t *testing.T, file string, s *Study) {
	data, err := os.ReadFile(file)
	need.That(t, err == nil, "the published tables are not here: %v", err)
	var tables struct {
		AppendixB struct {
			Vsftpd struct {
				Expanded []map[string]int64 `json:"expanded"`
			} `json:"vsftpd"`
		} `json:"appendix_B"`
	}
	if err := json.Unmarshal(data, &tables); err != nil {
		t.Fatal(err)
	}
	want := map[string]bool{}
	for _, in := range tables.AppendixB.Vsftpd.Expanded {
		var list []confspace.Setting
		for name, v := range in {
			o := s.Space.Index(name)
			for i, c := range s.Classes[o] {
				if !s.Sets.Disjoint(c.Values, s.Sets.Setting(o, v)) {
					list = append(list, confspace.Setting{Option: o, Value: s.Values[o][i]})
				}
			}
		}
		p, err := confspace.MakeSettings(list...)
		if err != nil || len(p) != len(in) {
			t.Fatalf("%v: %v, %v", in, p, err)
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
	f, _ := paperData(b)
	run := filepath.Join(b.TempDir(), "run")
	if _, err := path.Import(run, "vsftpd", f); err != nil {
		b.Fatal(err)
	}
	b.Run("import", func(b *testing.B) {
		for b.Loop() {
			if _, err := f.Seek(0, 0); err != nil {
				b.Fatal(err)
			}
			if _, err := path.Import(filepath.Join(b.TempDir(), "run"), "vsftpd", f); err != nil {
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
