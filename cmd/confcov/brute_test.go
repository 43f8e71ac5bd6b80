package main

// This file makes subjects of the small programs of explore/testdata/brute, for scripts that explore and replay them.

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/BurntSushi/toml"
	"github.com/rogpeppe/go-internal/testscript"
	"golang.org/x/tools/txtar"

	"github.com/confcov/confcov/subjects/confspace"
)

// bruteSubjects writes a folder for each program: brute DIR. It sets BRUTE to their names.
func bruteSubjects(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: brute DIR")
	}
	files, err := filepath.Glob(filepath.Join(bruteFolder, "*.txtar"))
	ts.Check(err)
	if len(files) < 11 {
		ts.Fatalf("%d programs in %s", len(files), bruteFolder)
	}
	for _, file := range files {
		a, err := txtar.ParseFile(file)
		ts.Check(err)
		name := strings.TrimSuffix(filepath.Base(file), ".txtar")
		for path, text := range bruteSubject(ts, name, a) {
			path = filepath.Join(ts.MkAbs(args[0]), name, path)
			ts.Check(os.MkdirAll(filepath.Dir(path), 0o755))
			ts.Check(os.WriteFile(path, []byte(text), 0o644))
		}
	}
}

// bruteFolder holds the programs; a test runs in the folder of its package.
var bruteFolder = func() string {
	dir, err := filepath.Abs("../../explore/testdata/brute")
	if err != nil {
		panic(err)
	}
	return dir
}()

// bruteSubject returns the files of a subject.
func bruteSubject(ts *testscript.TestScript, name string, a *txtar.Archive) map[string]string {
	var f struct {
		Options     []struct{ Name, Domain, Type string }
		Constraints []string
		Tests       []struct {
			Name, Stdin string
			Argv        []string
		}
	}
	files := map[string]string{"src/ready.c": "void options_ready(void);\nvoid options_ready(void) {}\n"}
	for _, s := range a.Files {
		if s.Name == "program.c" {
			files["src/program.c"] = string(s.Data)
			continue
		}
		if err := toml.Unmarshal(s.Data, &f); err != nil {
			ts.Fatalf("%s: %v", name, err)
		}
	}
	var b strings.Builder
	fmt.Fprintf(&b, "name = %q\nversion = \"1\"\n\n[source]\nfolder = \"src\"\n\n[build]\nfiles = [\"program.c\", \"ready.c\"]\n\n", name)
	fmt.Fprintf(&b, "[symbolic]\nafter = \"options_ready\"\n\n[config]\nhow = \"arguments\"\nline = \"{name}={value}\"\n\n[options]\nobject = \"{name}\"\nlist = [\n")
	for _, o := range f.Options {
		bits := map[string]uint8{"i8": 8, "u8": 8, "i16": 16, "u16": 16, "i64": 64, "u64": 64}[o.Type]
		if bits == 0 {
			bits = 32
		}
		d, err := confspace.ParseDomain(o.Domain, bits, !strings.HasPrefix(o.Type, "u"))
		ts.Check(err)
		low, _ := d.Bounds()
		fmt.Fprintf(&b, "\t{ name = %q, domain = %q, type = %q, default = %d },\n", o.Name, o.Domain, o.Type, low)
	}
	b.WriteString("]\nconstraints = [\n")
	for _, c := range f.Constraints {
		fmt.Fprintf(&b, "\t%q,\n", c)
	}
	b.WriteString("]\n")
	files["subject.toml"] = b.String()
	for _, t := range f.Tests {
		b.Reset()
		fmt.Fprintf(&b, "argv = [\"program\"")
		for _, arg := range t.Argv {
			fmt.Fprintf(&b, ", %q", arg)
		}
		b.WriteString("]\n")
		if t.Stdin != "" {
			fmt.Fprintf(&b, "-- stdin --\n%s", t.Stdin)
		}
		files["tests/"+t.Name+".txtar"] = b.String()
	}
	return files
}
