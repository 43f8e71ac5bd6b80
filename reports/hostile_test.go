package reports

// This file tests that texts of programs and subjects are shown, and never become part of a page.

import (
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"github.com/confcov/confcov/reports/page"
)

// hostile is a text that breaks out of everything that does not escape it.
const hostile = "</td></script></style><img src=x onerror=boom()>\"'><svg onload=boom()>`${boom()}\u2028\\"

// spoil makes every text hostile, and lists that are empty as long as one.
func spoil(v reflect.Value, depth int) {
	switch v.Kind() {
	case reflect.String:
		v.SetString(v.String() + hostile)
	case reflect.Pointer:
		if v.IsNil() && depth < 6 {
			v.Set(reflect.New(v.Type().Elem()))
		}
		if !v.IsNil() {
			spoil(v.Elem(), depth+1)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			spoil(v.Field(i), depth+1)
		}
	case reflect.Slice:
		if e := v.Type().Elem().Kind(); v.Len() == 0 && (e == reflect.String || e == reflect.Struct) && depth < 6 {
			v.Set(reflect.MakeSlice(v.Type(), 1, 1))
		}
		for i := range v.Len() {
			spoil(v.Index(i), depth+1)
		}
	}
}

// hostileReport writes a report every text of which is hostile.
func hostileReport(t *testing.T) string {
	t.Helper()
	s := exampleStudy(t)
	s.cacheSource()
	p := s.page()
	model := s.newModel().finish(p.Options) // numbers in it refer to each other
	spoil(reflect.ValueOf(p).Elem(), 0)
	p.Model = model
	for i := range model.Options {
		spoil(reflect.ValueOf(&model.Options[i].Values).Elem(), 0)
	}
	for i := range p.Criteria {
		p.Criteria[i].Name = s.Results[i].Criterion.String() // no text of a program, and part of names of files
	}
	dir := filepath.Join(t.TempDir(), "html")
	if err := page.Write(dir, p); err != nil {
		t.Fatal(err)
	}
	return dir
}

// TestHostile: no text becomes a tag, and no file lies elsewhere.
func TestHostile(t *testing.T) {
	dir := hostileReport(t)
	tags := regexp.MustCompile(`(?i)<(img|svg onload|/td></script)`)
	shown := 0
	err := filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		if filepath.Ext(name) != ".html" {
			return nil
		}
		shown += strings.Count(string(text), "&lt;img")
		if at := tags.FindIndex(text); at != nil {
			t.Errorf("%s: %s", filepath.Base(name), text[max(0, at[0]-80):min(len(text), at[1]+40)])
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if shown < 50 {
		t.Errorf("hostile texts are shown %d times", shown)
	}
}

// testHostile: neither do scripts make tags of texts.
func testHostile(t *testing.T, b *browser) {
	dir := hostileReport(t)
	files, err := filepath.Glob(filepath.Join(dir, "source", "*.html"))
	if err != nil || len(files) == 0 {
		t.Fatal("no source", err)
	}
	source, err := filepath.Rel(dir, files[0])
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"index.html", "options.html", "tests.html", "files.html", "interactions.html", "configurations.html", "plots.html", strings.ReplaceAll(source, "%", "%25") + "#L17"} {
		b.open(t, dir, name)
		eval[bool](t, b, `(() => { window.boomed = false; window.boom = () => { window.boomed = true; }; return true; })()`)
		eval[bool](t, b, "confcov.open('settings') ?? true")
		b.until(t, "document.querySelector('#settings .options')")
		eval[bool](t, b, `(() => { const f = document.getElementById("search"); f.value = "<img"; f.dispatchEvent(new Event("input")); return true; })()`)
		b.until(t, "document.querySelector('#found li')")
		eval[bool](t, b, `(() => { const s = document.querySelector("#settings .options select");
			s.value = "0"; s.dispatchEvent(new Event("change")); return true; })()`)
		b.until(t, "!document.getElementById('active').hidden")
		eval[bool](t, b, `(() => { (document.querySelector("tr[data-g]") ?? document.querySelector("tr[data-option] a"))?.click(); return true; })()`)
		b.until(t, "!document.querySelector('tr[data-g], tr[data-option]') || document.querySelector('#details h2')")
		if eval[bool](t, b, "window.boomed || document.querySelector('img, svg[onload]') !== null") {
			t.Errorf("%s: a text became a tag", name)
		}
	}
	b.quiet(t)
}
