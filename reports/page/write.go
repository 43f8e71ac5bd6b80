package page

// This file writes the files of a report.

import (
	"bytes"
	"embed"
	"errors"
	"fmt"
	"html/template"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

//go:embed templates assets
var embedded embed.FS

var templates = template.Must(template.New("").Funcs(functions).ParseFS(embedded, "templates/*.html"))

// FileName returns the name of the page of a source file, in the folder source: no two files have the same.
func FileName(file string) string {
	var b strings.Builder
	for _, c := range []byte(file) {
		switch {
		case 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || c == '.' || c == '-':
			b.WriteByte(c)
		case c == '/':
			b.WriteString("__")
		default:
			fmt.Fprintf(&b, "_%02x", c)
		}
	}
	return b.String()
}

// frame is what the template of a page gets.
type frame struct {
	*Report
	Page  string // its name in the navigation
	Title string
	Root  string // the way to the report's folder: "" or "../"
	Data  []string
	File  *File
	Plots []plot
}

// pages are the pages in the order of the navigation.
var pages = []struct{ Name, File, Title string }{
	{"index", "index.html", "Overview"},
	{"configurations", "configurations.html", "Configurations"},
	{"options", "options.html", "Options"},
	{"files", "files.html", "Files"},
	{"tests", "tests.html", "Tests"},
	{"interactions", "interactions.html", "Interactions"},
	{"mcdc", "mcdc.html", "MC/DC"},
	{"plots", "plots.html", "Plots"},
}

// generator is in every page of a report, and by it in index.html a folder is known to be one.
const generator = `<meta name="generator" content="confcov report">`

// ours returns an error unless the folder is missing, empty or an earlier report: only what such a one has is removed.
func ours(dir string) error {
	entries, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) || err == nil && len(entries) == 0 {
		return nil
	}
	if err != nil {
		return fmt.Errorf("%s is not a folder for a report: %w", dir, err)
	}
	text, err := os.ReadFile(filepath.Join(dir, "index.html"))
	if err != nil || !bytes.Contains(text, []byte(generator)) {
		return fmt.Errorf("%s has files and is not a report of confcov: name a new folder, or an empty one", dir)
	}
	return nil
}

// Write writes the report into the folder dir, which it creates, or which is empty or has an earlier report. Pages of files that that one had are removed.
func Write(dir string, r *Report) error {
	if err := ours(dir); err != nil {
		return err
	}
	for _, sub := range []string{"source", "data", "assets"} {
		if err := os.RemoveAll(filepath.Join(dir, sub)); err != nil {
			return fmt.Errorf("write report: %w", err)
		}
		if err := os.MkdirAll(filepath.Join(dir, sub), 0o755); err != nil {
			return fmt.Errorf("write report: %w", err)
		}
	}
	w := &writer{dir: dir}
	err := fs.WalkDir(embedded, "assets", func(name string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			var text []byte
			text, err = embedded.ReadFile(name)
			w.file(name, text)
		}
		return err
	})
	if err != nil {
		return fmt.Errorf("BUG: %w", err)
	}
	for _, p := range pages {
		f := frame{Report: r, Page: p.Name, Title: p.Title}
		if p.Name == "plots" {
			f.Plots = r.plots()
		}
		w.page(p.File, p.Name, f)
	}
	for i := range r.Files {
		f := &r.Files[i]
		name := FileName(f.Name)
		w.page("source/"+name+".html", "source", frame{Report: r, Page: "files", Title: f.Name, Root: "../", File: f, Data: []string{"source-" + name}})
		w.data("source-"+name, sourceData(f))
	}
	w.data("model", r.modelData())
	w.data("tests", r.testData())
	w.data("files", r.fileData())
	w.data("options", r.optionData())
	w.data("search", r.searchData())
	for _, in := range r.Interactions {
		w.data("interactions-"+r.Criteria[in.Criterion].Name, interactionData(in))
	}
	return w.err
}

// writer writes files until one fails.
type writer struct {
	dir string
	err error
}

func (w *writer) file(name string, text []byte) {
	if w.err != nil {
		return
	}
	if err := os.WriteFile(filepath.Join(w.dir, filepath.FromSlash(name)), text, 0o644); err != nil {
		w.err = fmt.Errorf("write report: %w", err)
	}
}

func (w *writer) page(name, tmpl string, f frame) {
	if w.err != nil {
		return
	}
	var b bytes.Buffer
	if err := templates.ExecuteTemplate(&b, tmpl, f); err != nil {
		w.err = fmt.Errorf("BUG: write %s: %w", name, err)
		return
	}
	w.file(name, b.Bytes())
}

// data writes a script that hands a value to those of the page.
func (w *writer) data(name string, v any) {
	if w.err != nil {
		return
	}
	text, err := marshal(v)
	if err != nil {
		w.err = fmt.Errorf("BUG: write data/%s.js: %w", name, err)
		return
	}
	w.file("data/"+name+".js", []byte("confcov.receive("+quote(name)+","+string(text)+");\n"))
}
