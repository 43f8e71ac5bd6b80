package reports

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/confcov/confcov/interactions"
)

// htmlOf writes the report of a study and returns its folder.
func htmlOf(t testing.TB, s *Study) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "html")
	if err := s.HTML(dir); err != nil {
		t.Fatal(err)
	}
	return dir
}

func readFile(t testing.TB, parts ...string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(parts...))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// exampleStudy returns the study of exampleRun with some source.
func exampleStudy(t testing.TB) *Study {
	t.Helper()
	s, err := Load(exampleRun(t), Options{Guarantee: interactions.BySuite})
	if err != nil {
		t.Fatal(err)
	}
	source := strings.Repeat("/* <code> & */\n", 20)
	s.Source = func(string) ([]byte, error) { return []byte(source), nil }
	return s
}

// TestHTML: the report says what the tables say, and writing it again gives the same bytes.
func TestHTML(t *testing.T) {
	s := exampleStudy(t)
	dir := htmlOf(t, s)
	source := readFile(t, dir, "source", "example.c.html")
	i := strings.Index(source, `<table class="src"`)
	golden(t, "html-source.html", []byte(source[i:strings.Index(source, "</table>")]))
	golden(t, "html-source.js", []byte(strings.ReplaceAll(readFile(t, dir, "data", "source-example.c.js"), `},"`, "},\n\"")))
	for page, want := range map[string][]string{
		"index.html":          {"example 1", "out-of-bounds read", "Incomplete", "configurations.html#set="},
		"options.html":        {`data-option="size"`, "needs a real kernel"},
		"files.html":          {`href="source/example.c.html"`, "needs seccomp"},
		"tests.html":          {`id="test=zero"`},
		"interactions.html":   {"<svg", "a=<b>1</b>"},
		"configurations.html": {"#set=", "else=defaults"},
		"plots.html":          {"Coverage guaranteed by strength", "Ends of each test"},
	} {
		text := readFile(t, dir, page)
		for _, w := range want {
			if page == "index.html" && w == "Incomplete" && s.Exact() {
				continue
			}
			if page == "plots.html" && w == "Ends of each test" {
				w = s.pathWord("Paths", "Ends") + " of each test"
			}
			if !strings.Contains(text, w) {
				t.Errorf("%s does not have %q", page, w)
			}
		}
	}
	again := htmlOf(t, s)
	err := filepath.WalkDir(dir, func(name string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		rel, _ := filepath.Rel(dir, name)
		if readFile(t, name) != readFile(t, again, rel) {
			t.Errorf("%s differs when it is written again", rel)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// TestHTMLWithoutSource: without source there are the lines of elements, and the reason.
func TestHTMLWithoutSource(t *testing.T) {
	s := exampleStudy(t)
	s.Source = func(string) ([]byte, error) { return nil, errors.New("gone") }
	text := readFile(t, htmlOf(t, s), "source", "example.c.html")
	if !strings.Contains(text, "The source is not here: gone") || !strings.Contains(text, `id="L20"`) {
		t.Error("page without source")
	}
}

// TestBriefly: beside the source, a reason does not say which file and function it is about.
func TestBriefly(t *testing.T) {
	for why, want := range map[string]string{
		"the branch at a.c:7 (f) is reached and never goes that way: `if (x)`; it looks at x": "branch at line 7: `if (x)`; it looks at x",
		"the branch at b.c:7 (g) is reached and never goes that way: `if (x)`":                "branch at b.c:7 (g) is reached and never goes that way: `if (x)`",
		"a.c:9 (f) is reached, but what it calls does not return":                             "line 9 (f) is reached, but what it calls does not return",
		"no way leads there from main: nothing that is reached calls f() or what calls it":    "no way leads there from main: nothing that is reached calls f() or what calls it",
	} {
		if got := briefly(why, "a.c", "f"); got != want {
			t.Errorf("%s: %s", why, got)
		}
	}
}
