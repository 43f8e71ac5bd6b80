// Package brute compares exploration with brute force: the programs of
// ../testdata/brute, each with few enough configurations to run them all. What exploration says
// about a test (the configurations that reach a line, block, edge or
// condition, that end in an error, what a program prints) must be what running
// every configuration shows, natively (compiled by gcc, observed by gcov) and in the
// engine with one concrete configuration at a time.
package brute

// This file reads the programs. A program is a txtar file with the sections
//
//	program.c   the C source. Its options are global objects; main calls options_ready()
//	            at the point where they become symbolic
//	brute.toml  options (name = the object, domain, type as in subject.toml), constraints, and tests
//	            (name, argv without the program's name, stdin, errors: the configurations that end in
//	            an error, in the notation of confspace; paths: how many there are, 0 for not known)

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/BurntSushi/toml"
	"golang.org/x/tools/txtar"

	"github.com/confcov/confcov/subjects/confspace"
)

// program is one of the programs.
type program struct {
	name    string
	source  string
	space   *confspace.Space
	tests   []test
	configs []confspace.Configuration
}

// test is one test of a program.
type test struct {
	Name   string
	Argv   []string
	Stdin  string
	Errors string
	Paths  int
}

type bruteFile struct {
	Options     []struct{ Name, Domain, Type string }
	Constraints []string
	Tests       []test
}

// types are the C types of options.
var types = map[string]struct {
	bits   uint8
	signed bool
}{
	"": {32, true}, "i8": {8, true}, "u8": {8, false}, "i16": {16, true}, "u16": {16, false},
	"i32": {32, true}, "u32": {32, false}, "i64": {64, true}, "u64": {64, false},
}

// programs reads all programs.
func programs(t testing.TB) []*program {
	t.Helper()
	files, err := filepath.Glob("../testdata/brute/*.txtar")
	if err != nil || len(files) < 11 {
		t.Fatalf("%d programs (%v)", len(files), err)
	}
	var list []*program
	for _, f := range files {
		list = append(list, readProgram(t, f))
	}
	return list
}

func readProgram(t testing.TB, file string) *program {
	t.Helper()
	a, err := txtar.ParseFile(file)
	if err != nil {
		t.Fatal(err)
	}
	p := &program{name: strings.TrimSuffix(filepath.Base(file), ".txtar"), space: &confspace.Space{}}
	var f bruteFile
	for _, s := range a.Files {
		switch s.Name {
		case "program.c":
			p.source = string(s.Data)
		case "brute.toml":
			meta, err := toml.Decode(string(s.Data), &f)
			if err != nil || len(meta.Undecoded()) > 0 {
				t.Fatalf("%s: brute.toml: %v, unknown keys %v", file, err, meta.Undecoded())
			}
		default:
			t.Fatalf("%s: unknown section %s", file, s.Name)
		}
	}
	for _, o := range f.Options {
		typ, ok := types[o.Type]
		if !ok {
			t.Fatalf("%s: option %s: unknown type %s", file, o.Name, o.Type)
		}
		d, err := confspace.ParseDomain(o.Domain, typ.bits, typ.signed)
		if err != nil {
			t.Fatalf("%s: option %s: %v", file, o.Name, err)
		}
		low, _ := d.Bounds()
		p.space.Options = append(p.space.Options, confspace.Option{Name: o.Name, Object: o.Name, Domain: d, Default: low})
	}
	p.space.Constraints = f.Constraints
	if err := p.space.Validate(); err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	if n := len(p.space.Options); n < 4 || n > 10 || len(f.Tests) == 0 {
		t.Fatalf("%s: %d options, %d tests", file, n, len(f.Tests))
	}
	p.tests = f.Tests
	p.enumerate(nil)
	p.configs = slices.DeleteFunc(p.configs, func(c confspace.Configuration) bool { return c.Valid(p.space) != nil })
	return p
}

// enumerate appends all configurations that begin with c.
func (p *program) enumerate(c confspace.Configuration) {
	if len(c) == len(p.space.Options) {
		p.configs = append(p.configs, slices.Clone(c))
		return
	}
	d := p.space.Options[len(c)].Domain
	lo, hi := d.Bounds()
	for v := lo; v <= hi; v++ {
		switch {
		case d.Kind == confspace.DomainList:
			for _, v := range d.Values {
				p.enumerate(append(c, v))
			}
			return
		case d.Contains(v):
			p.enumerate(append(c, v))
		}
	}
}

// sourceFile writes the program's source into a new folder and returns that.
func (p *program) sourceFile(t testing.TB) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "program.c"), []byte(p.source), 0o644); err != nil {
		t.Fatal(err)
	}
	return dir
}
