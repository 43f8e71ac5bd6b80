package reports

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestHTML(t *testing.T) {
	s, err := Load(exampleRun(t), Options{})
	if err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(t.TempDir(), "html")
	source := strings.Repeat("/* <code> */\n", 20)
	if err := s.HTML(dir, func(string) ([]byte, error) { return []byte(source), nil }); err != nil {
		t.Fatal(err)
	}
	page, err := os.ReadFile(filepath.Join(dir, "files", "example.c.html"))
	if err != nil {
		t.Fatal(err)
	}
	golden(t, "example.c.html", page)
	index, err := os.ReadFile(filepath.Join(dir, "index.html"))
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`href="files/example.c.html"`, "guaranteed.svg", "out-of-bounds read", "interactions-line.dot"} {
		if !strings.Contains(string(index), want) {
			t.Errorf("index.html does not mention %s", want)
		}
	}
	for _, f := range []string{"paths.svg", "guaranteed.svg", "interactions-line.dot", "interactions-outcome.dot"} {
		if _, err := os.Stat(filepath.Join(dir, f)); err != nil {
			t.Error(err)
		}
	}
	if err := s.HTML(dir, func(string) ([]byte, error) { return nil, errors.New("gone") }); err != nil {
		t.Fatal(err)
	}
	page, _ = os.ReadFile(filepath.Join(dir, "files", "example.c.html"))
	if !strings.Contains(string(page), "The source is not here: gone") || !strings.Contains(string(page), `id="l20"`) {
		t.Error("page without source")
	}
}
