package subjects

// This file finds subjects and reads subject.toml.

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

const tomlName = "subject.toml"

// Load returns the subject called name: a built-in one, or the folder of that path
// (anything with a slash in it, or an existing folder that has a subject.toml).
func Load(name string) (*Subject, error) {
	if !strings.ContainsRune(name, filepath.Separator) {
		if slices.Contains(Names(), name) {
			sub, err := fs.Sub(builtin, name)
			if err != nil {
				return nil, err
			}
			s, err := load(sub, path.Join("subjects", name))
			if err != nil {
				return nil, err
			}
			s.builtin = true
			return s, nil
		}
	}
	if _, err := os.Stat(filepath.Join(name, tomlName)); err != nil {
		if info, dirErr := os.Stat(name); dirErr == nil && info.IsDir() {
			return nil, fmt.Errorf("folder %s has no %s; `confcov subjects init %s` writes one", name, tomlName, name)
		}
		return nil, fmt.Errorf("no subject %q: neither built in (%s) nor a folder with a %s",
			name, strings.Join(Names(), ", "), tomlName)
	}
	return load(os.DirFS(name), filepath.Clean(name))
}

// file is subject.toml as it is written.
type file struct {
	Name     string
	Version  string
	Summary  string
	Homepage string
	Source   struct {
		Folder string
		URL    string
		SHA256 string
		Strip  int
		Debian string
		Suite  string
		Given  string
		Says   struct {
			File string
			Text string
		}
	}
	Build struct {
		Files        []string
		Include      []string
		IncludeAfter []string `toml:"include_after"`
		Defines      []string
		Libraries    []string
		Native       []string
		Configure    []string
		Generated    []string
	}
	Coverage struct {
		Unreferenced string
		Lines        string
		Exclude      []struct {
			File   string
			Func   string
			Reason string
		}
	}
	Symbolic struct {
		After string
	}
	Config struct {
		How      string
		Path     string
		Position int
		Section  string
		Line     formTOML
		False    *string
		True     *string
		Unset    *string
		Header   []string
	}
	Options struct {
		Object      string
		List        []fileOption
		Constraints []string
		Fixed       []struct {
			Names  []string
			Value  any
			Reason string
		}
	}
	Mode map[string]struct {
		Summary  string
		Settings map[string]any
		Header   []string
		Reason   string
	}
	Environment struct {
		Argv  []string
		Env   []string
		Files string
		Stdin string
	}
}

type fileOption struct {
	Name    string
	Object  string
	Key     string
	Section string
	Line    formTOML
	Implies map[string]map[string]any
	Type    string
	Domain  any // text, or a list of strings and false
	Default any // a number; of strings one of them, or false
	Scope   string
	Base    string
	Help    string
}

func load(files fs.FS, where string) (*Subject, error) {
	data, err := fs.ReadFile(files, tomlName)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path.Join(where, tomlName), err)
	}
	src := source{path: path.Join(where, tomlName), text: string(data)}
	var f file
	if err := src.decode(&f); err != nil {
		return nil, err
	}
	s := &Subject{
		Name: f.Name, Version: f.Version, Summary: f.Summary, Homepage: f.Homepage,
		Path: where, Files: files, src: src,
	}
	steps := []func(source, *file) error{
		s.loadHead, s.loadSource, s.loadBuild, s.loadConfig, s.loadOptions, s.loadFixed, s.loadModes, s.loadEnvironment,
	}
	for _, step := range steps {
		if err := step(src, &f); err != nil {
			return nil, err
		}
	}
	if err := s.loadTests(); err != nil {
		return nil, err
	}
	return s, nil
}

var nameRE = regexp.MustCompile(`^[a-z0-9][a-z0-9_.-]*$`)

func (s *Subject) loadHead(src source, f *file) error {
	if !nameRE.MatchString(f.Name) {
		return src.problem(src.lineOf("name"), "name %q: want lower-case letters, digits, '-', '_' and '.'", f.Name)
	}
	if f.Version == "" {
		return src.problem(0, "version is missing")
	}
	if f.Symbolic.After == "" && len(f.Options.List) > 0 {
		return src.problem(src.lineOf("[symbolic]"), "symbolic.after is missing: the function on whose return the options become symbolic")
	}
	s.Symbolic = Point{Func: f.Symbolic.After, Line: src.keyLine([]string{"symbolic", "after"})}
	s.Unreferenced = f.Coverage.Unreferenced
	if s.CIL = f.Coverage.Lines == "cil"; !s.CIL && f.Coverage.Lines != "" && f.Coverage.Lines != "gcov" {
		return src.problem(src.keyLine([]string{"coverage", "lines"}), "coverage.lines: want \"gcov\" or \"cil\", not %q", f.Coverage.Lines)
	}
	for _, e := range f.Coverage.Exclude {
		if e.File == "" || e.Reason == "" {
			return src.problem(src.lineOf("[coverage"), "coverage.exclude needs a file and a reason")
		}
		own := func(name string) bool { return strings.HasPrefix(name, "@/") } // it may include any file
		if !slices.Contains(f.Build.Files, e.File) && !slices.ContainsFunc(f.Build.Files, own) {
			return src.problem(src.lineOf(e.Reason), "coverage.exclude: %q is not among build.files", e.File)
		}
		s.Exclude = append(s.Exclude, Exclusion{File: e.File, Func: e.Func, Reason: e.Reason, Line: src.lineOf(e.Reason)})
	}
	return nil
}

var sha256RE = regexp.MustCompile(`^[0-9a-f]{64}$`)

func (s *Subject) loadSource(src source, f *file) error {
	line := src.lineOf("[source]")
	ways, archive := 0, cmp.Or(f.Source.URL, f.Source.Debian)
	for _, way := range []string{f.Source.Folder, archive, f.Source.Given} {
		if way != "" {
			ways++
		}
	}
	says := f.Source.Says
	switch {
	case ways != 1:
		return src.problem(line, "source: want one of folder, an archive (url, or debian and suite, or both) and given")
	case archive == "" && (f.Source.SHA256 != "" || f.Source.Strip != 0):
		return src.problem(line, "source: sha256 and strip go with url or debian")
	case (says.File == "") != (says.Text == "") || says.File != "" && !filepath.IsLocal(says.File):
		return src.problem(src.keyLine([]string{"source", "says"}), "source.says: want the file of the source that says which version it is, and the text that is in it")
	case says.File != "" && f.Source.Folder != "":
		return src.problem(src.keyLine([]string{"source", "says"}), "source.says goes with an archive or given")
	case f.Source.Given != "":
	case f.Source.Folder != "":
		if info, err := fs.Stat(s.Files, f.Source.Folder); err != nil || !info.IsDir() {
			return src.problem(src.keyLine([]string{"source", "folder"}), "source.folder: no folder %q beside %s", f.Source.Folder, tomlName)
		}
	case !sha256RE.MatchString(f.Source.SHA256):
		return src.problem(max(line, src.keyLine([]string{"source", "sha256"})), "source.sha256: want the 64 hexadecimal digits of the archive's SHA-256")
	case (f.Source.Debian == "") != (f.Source.Suite == ""):
		return src.problem(line, "source: debian and suite go together")
	}
	s.Source = Source{
		Folder: f.Source.Folder, URL: f.Source.URL, SHA256: f.Source.SHA256, Strip: f.Source.Strip, Debian: f.Source.Debian, Suite: f.Source.Suite,
		Given: f.Source.Given, SaysFile: says.File, SaysText: says.Text,
	}
	return nil
}

func (s *Subject) loadBuild(src source, f *file) error {
	if len(f.Build.Files) == 0 {
		return src.problem(src.lineOf("[build]"), "build.files is missing")
	}
	if err := checkFlags(src, f); err != nil {
		return err
	}
	seen := map[string]bool{}
	for _, name := range f.Build.Files {
		if seen[name] {
			return src.problem(src.lineOf(`"`+name+`"`), "build.files: %q twice", name)
		}
		seen[name] = true
		if own, ok := strings.CutPrefix(name, "@/"); ok {
			if info, err := fs.Stat(s.Files, own); err != nil || !info.Mode().IsRegular() {
				return src.problem(src.lineOf(`"`+name+`"`), "build.files: no file %q in the subject", own)
			}
			continue
		}
		if s.Source.Folder == "" || slices.Contains(f.Build.Generated, name) {
			continue
		}
		if _, err := fs.Stat(s.Files, path.Join(s.Source.Folder, name)); err != nil {
			return src.problem(src.lineOf(`"`+name+`"`), "build.files: no file %q in folder %q", name, s.Source.Folder)
		}
	}
	for _, dir := range slices.Concat(f.Build.Include, f.Build.IncludeAfter) {
		own, ok := strings.CutPrefix(dir, "@/")
		if !ok {
			continue
		}
		if info, err := fs.Stat(s.Files, own); err != nil || !info.IsDir() {
			return src.problem(src.lineOf(`"`+dir+`"`), "build: no folder %q in the subject", own)
		}
	}
	s.Build = Build(f.Build)
	return checkConfigure(src, f)
}

func (s *Subject) loadModes(src source, f *file) error {
	for name, m := range f.Mode {
		line := src.lineOf("[mode." + name)
		if !nameRE.MatchString(name) {
			return src.problem(line, "mode %q: want lower-case letters, digits and '-'", name)
		}
		if len(m.Header) > 0 && s.Config.How != HowFile {
			return src.problem(line, "mode.%s.header goes with config.how = \"file\"", name)
		}
		settings, err := s.assignments(src, "mode."+name, m.Settings)
		if err != nil {
			return err
		}
		s.Modes = append(s.Modes, Mode{Name: name, Summary: m.Summary, Settings: settings, Header: m.Header, Reason: m.Reason})
	}
	slices.SortFunc(s.Modes, func(a, b Mode) int { return strings.Compare(a.Name, b.Name) })
	return nil
}

// mode returns the mode of that name.
func (s *Subject) mode(name string) (Mode, bool) {
	for _, m := range s.Modes {
		if m.Name == name {
			return m, true
		}
	}
	return Mode{}, false
}

func (s *Subject) loadEnvironment(src source, f *file) error {
	e := Environment{Argv: f.Environment.Argv, Env: f.Environment.Env}
	line := src.lineOf("[environment]")
	if len(e.Argv) == 0 {
		e.Argv = []string{s.Name}
	}
	stdin, ok := stdinKinds[f.Environment.Stdin]
	if !ok {
		return src.problem(line, "environment.stdin: want \"empty\" or \"socket\", not %q", f.Environment.Stdin)
	}
	e.Stdin = stdin
	if name := f.Environment.Files; name != "" {
		entries, err := s.readBase(name)
		var problem *Problem
		switch {
		case errors.As(err, &problem):
			return err
		case err != nil:
			return src.problem(src.keyLine([]string{"environment", "files"}), "environment.files: %v", err)
		}
		e.Files = entries
	}
	s.Defaults = e
	return nil
}

var stdinKinds = map[string]Stdin{"": StdinEmpty, "empty": StdinEmpty, "socket": StdinSocket}
