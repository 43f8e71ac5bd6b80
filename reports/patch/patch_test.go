package patch

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/diff"
	"golang.org/x/tools/txtar"
	"pgregory.net/rapid"
)

// draw returns a text, and what it became.
func draw(t *rapid.T) (before, after []string) {
	line := rapid.SampledFrom([]string{"a", "b", "}", "", "x = 1;", "return 0;"})
	for i := range rapid.IntRange(0, 20).Draw(t, "lines") {
		text := line.Draw(t, "line")
		if rapid.IntRange(0, 2).Draw(t, "own") > 0 {
			text = fmt.Sprint(text, " ", i)
		}
		if rapid.IntRange(0, 9).Draw(t, "add") == 0 {
			after = append(after, line.Draw(t, "added"))
		}
		before = append(before, text)
		switch rapid.IntRange(0, 9).Draw(t, "change") {
		case 0:
		case 1:
			after = append(after, text+" changed")
		default:
			after = append(after, text)
		}
	}
	return before, after
}

func joined(lines []string) []byte {
	var b strings.Builder
	for _, l := range lines {
		b.WriteString(l + "\n")
	}
	return []byte(b.String())
}

// without returns the lines that no place touches.
func without(lines []string, places []Place) []string {
	out := []string{}
	for i, l := range lines {
		if !slices.Contains(places, Place{Line: i + 1}) {
			out = append(out, l)
		}
	}
	return out
}

func matchOne(t interface{ Fatalf(string, ...any) }, text string, source []string) FileMatch {
	p, err := Parse(strings.NewReader(text))
	if err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	m, err := p.Match([]string{"a.c"}, func(string) ([]byte, error) { return joined(source), nil })
	if err != nil || len(m.Files) != 1 {
		t.Fatalf("%v: %v", m, err)
	}
	return m.Files[0]
}

// silent reports whether hunks have nothing that could be compared.
func silent(m *FileMatch, state State) bool {
	for _, h := range m.File.Hunks {
		if lines, _ := sideOf(h, state); len(lines) > 0 {
			return false
		}
	}
	return true
}

// TestTouched: what a diff touches in the text before it, and in the one after it, is what these differ in.
func TestTouched(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		before, after := draw(r)
		text := string(diff.Diff("old/a.c", joined(before), "new/a.c", joined(after)))
		if text == "" {
			return
		}
		old, now := matchOne(r, text, before), matchOne(r, text, after)
		if old.State != Before || now.State != After || len(old.Lost)+len(now.Lost) > 0 {
			// A text can be both: where a line is added to equal ones, say.
			if old.State == Unknown && !silent(&old, Before) || now.State == Unknown && !silent(&now, After) || old.State != Unknown && len(old.Lost) > 0 {
				r.Fatalf("%v and %v, lost %d and %d, of\n%s", old.State, now.State, len(old.Lost), len(now.Lost), text)
			}
			return
		}
		if a, b := without(before, old.Places), without(after, now.Places); !slices.Equal(a, b) {
			r.Fatalf("%q and %q are left of\n%s", a, b, text)
		}
	})
}

// TestSameAsDiff: the diffs of diff(1) and git, with and without context, are read.
func TestSameAsDiff(t *testing.T) {
	tools := [][]string{{"diff", "-u", "old/a.c", "new/a.c"}, {"diff", "-U0", "old/a.c", "new/a.c"}, {"diff", "-ru", "old", "new"}, {"git", "diff", "--no-index", "old", "new"}}
	t.Chdir(t.TempDir())
	before := strings.Split(strings.Repeat("int f(void)\n{\n  return g();\n}\n", 10), "\n")
	after := slices.Clone(before)
	after[2], after[30] = "  return h();", "  return i();"
	after = slices.Insert(after, 21, "  j();", "  k();")
	for dir, lines := range map[string][]string{"old": before, "new": after} {
		if err := os.Mkdir(dir, 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, "a.c"), joined(lines), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, tool := range tools {
		if _, err := exec.LookPath(tool[0]); err != nil {
			t.Logf("no %s: its diffs are not read", tool[0])
			continue
		}
		out, _ := exec.Command(tool[0], tool[1:]...).Output() // they exit with 1
		old, now := matchOne(t, string(out), before), matchOne(t, string(out), after)
		if got := fmt.Sprint(old.State, old.Places, now.State, now.Places); got != fmt.Sprint(Before, []Place{{3, false}, {22, true}, {31, false}}, After, []Place{{3, false}, {22, false}, {23, false}, {33, false}}) {
			t.Errorf("%v: %s", tool, got)
		}
	}
}

// TestMatch: testdata/match.txtar has sources, patches, and what these match.
func TestMatch(t *testing.T) {
	a, err := txtar.ParseFile("testdata/match.txtar")
	if err != nil {
		t.Fatal(err)
	}
	sources := map[string][]byte{}
	var names []string
	var got strings.Builder
	for i := range a.Files {
		f := &a.Files[i]
		if source, ok := strings.CutPrefix(f.Name, "source/"); ok {
			sources[source] = f.Data
			names = append(names, source)
			continue
		}
		if f.Name == "want" {
			break
		}
		fmt.Fprintf(&got, "%s\n", f.Name)
		p, err := Parse(strings.NewReader(string(f.Data)))
		if err != nil {
			fmt.Fprintf(&got, "  %v\n", err)
			continue
		}
		m, err := p.Match(names, func(name string) ([]byte, error) { return sources[name], nil })
		if err != nil {
			t.Fatal(err)
		}
		for _, fm := range m.Files {
			fmt.Fprintf(&got, "  %s is %q, %s:", fm.File.Name, fm.Source, []string{"unknown", "before", "after"}[fm.State])
			for _, place := range fm.Places {
				gap := ""
				if place.Gap {
					gap = "^"
				}
				fmt.Fprintf(&got, " %s%d", gap, place.Line)
			}
			fmt.Fprintf(&got, ", lost %d\n", len(fm.Lost))
		}
	}
	want := &a.Files[len(a.Files)-1]
	switch {
	case got.String() == string(want.Data):
	case os.Getenv("CONFCOV_UPDATE") != "":
		want.Data = []byte(got.String())
		if err := os.WriteFile("testdata/match.txtar", txtar.Format(a), 0o644); err != nil {
			t.Fatal(err)
		}
	default:
		t.Errorf("got\n%s\nwant\n%s(CONFCOV_UPDATE=1 rewrites it)", got.String(), want.Data)
	}
}
