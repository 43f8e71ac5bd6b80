package subjects

// This file reads tests. A test is a txtar file: a header in TOML before the first
// section, at most one section "script", the section "stdin", sections "data NAME" that the script names, and
// sections that are entries of the file system (entries.go).

import (
	"cmp"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/confcov/confcov/explore/kernel/peer"
	"github.com/confcov/confcov/subjects/confspace"
)

// header is the TOML before the first section.
type header struct {
	Summary  string
	Mode     string
	Argv     []string
	Env      []string
	Native   string // the reason for which the test is not run natively
	Concrete string // the reason for which no option is symbolic
	Symbolic []string
	Header   []string
	Settings map[string]any
}

// section is a section of a txtar file, with the line of its first line of content.
type section struct {
	name string
	line int
	data string
}

// splitSections divides a txtar file into what stands before the first section, and the sections.
func splitSections(text string) (head string, sections []section) {
	var body strings.Builder
	flush := func() {
		if len(sections) == 0 {
			head = body.String()
		} else {
			sections[len(sections)-1].data = body.String()
		}
		body.Reset()
	}
	for i, line := range strings.SplitAfter(text, "\n") {
		trimmed := strings.TrimRight(line, " \t\r\n")
		name, ok := strings.CutPrefix(trimmed, "-- ")
		if ok {
			name, ok = strings.CutSuffix(name, " --")
		}
		if !ok || strings.TrimSpace(name) == "" {
			body.WriteString(line)
			continue
		}
		flush()
		sections = append(sections, section{name: strings.TrimSpace(name), line: i + 2})
	}
	flush()
	return head, sections
}

func (s *Subject) loadTests() error {
	names, err := fs.Glob(s.Files, "tests/*.txtar")
	if err != nil {
		return err
	}
	slices.Sort(names)
	for _, name := range names {
		data, err := fs.ReadFile(s.Files, name)
		if err != nil {
			return fmt.Errorf("%s: %w", path.Join(s.Path, name), err)
		}
		t, err := s.parseTest(name, string(data))
		if err != nil {
			return err
		}
		s.Tests = append(s.Tests, t)
	}
	if len(s.Tests) == 0 {
		return fmt.Errorf("%s: no tests: want at least one tests/NAME.txtar", s.Path)
	}
	return nil
}

// parseTest reads the test in the file called name of the subject's folder.
func (s *Subject) parseTest(name, text string) (*Test, error) {
	where := path.Join(s.Path, name)
	head, sections := splitSections(text)
	src := source{path: where, text: head}
	var h header
	if err := src.decode(&h); err != nil {
		return nil, err
	}
	t := &Test{
		Name: strings.TrimSuffix(path.Base(name), ".txtar"), Path: where,
		Summary: h.Summary, Mode: h.Mode, Native: h.Native, AllConcrete: h.Concrete,
		Argv: s.Defaults.Argv, Env: s.Defaults.Env, Stdin: s.Defaults.Stdin,
	}
	if h.Argv != nil {
		t.Argv = h.Argv
	}
	if h.Env != nil {
		t.Env = h.Env
	}
	if err := s.configure(t, src, &h); err != nil {
		return nil, err
	}
	own, err := t.readSections(where, sections)
	if err != nil {
		return nil, err
	}
	if t.Script != "" && t.Stdin != StdinSocket {
		return nil, src.problem(t.ScriptLine, "a script needs environment.stdin = \"socket\" in %s", tomlName)
	}
	entries, err := mergeEntries(where, s.Defaults.Files, own)
	if err != nil {
		return nil, err
	}
	for _, e := range entries {
		if s.Config.How == HowFile && e.Path == s.Config.Path && (e.Kind != EntryFile || len(e.Data) > 0) {
			return nil, &Problem{Path: where, Line: e.Line, Message: e.Path + " has the configuration (config.path): want an empty file section, for its mode and owner"}
		}
	}
	t.Files = entries
	return t, nil
}

// configure fills in which options are symbolic in the test and the values of the others.
func (s *Subject) configure(t *Test, src source, h *header) error {
	if h.Mode == "" && len(s.Modes) > 0 {
		return src.problem(1, "mode is missing: one of %s", strings.Join(s.modeNames(), ", "))
	}
	if h.Mode != "" {
		m, ok := s.mode(h.Mode)
		if !ok {
			return src.problem(src.keyLine([]string{"mode"}), "no mode %q: want one of %s", h.Mode, strings.Join(s.modeNames(), ", "))
		}
		t.Concrete = append(t.Concrete, m.Settings...)
		t.Header = append(t.Header, m.Header...)
	}
	if len(h.Header) > 0 && s.Config.How != HowFile {
		return src.problem(src.keyLine([]string{"header"}), "header goes with config.how = \"file\" in %s", tomlName)
	}
	t.Header = append(t.Header, h.Header...)
	own, err := s.assignments(src, "settings", h.Settings)
	if err != nil {
		return err
	}
	t.Concrete = append(t.Concrete, own...)
	t.Symbolic = make([]bool, len(s.Options))
	t.Values = make([]int64, len(s.Options))
	for i := range s.Options {
		t.Symbolic[i] = s.Options[i].Scope == ScopeAll
		t.Values[i] = s.Options[i].Default
	}
	for _, a := range t.Concrete {
		if a.Option >= 0 {
			t.Symbolic[a.Option], t.Values[a.Option] = false, a.Number
		}
	}
	if h.Concrete != "" {
		clear(t.Symbolic)
		if len(h.Symbolic) > 0 {
			return src.problem(src.keyLine([]string{"concrete"}), "concrete and symbolic exclude each other")
		}
	}
	for _, name := range h.Symbolic {
		line := src.lineOf(`"` + name + `"`)
		i, err := s.space.Lookup(name)
		if err != nil {
			return src.problem(line, "symbolic: %v", err)
		}
		if slices.ContainsFunc(own, func(a Assignment) bool { return a.Option == i }) {
			return src.problem(line, "option %q is both symbolic and set", name)
		}
		t.Concrete = slices.DeleteFunc(t.Concrete, func(a Assignment) bool { return a.Option == i })
		t.Symbolic[i] = true
	}
	return s.checkFixed(t, src)
}

// checkFixed checks that some configuration satisfies the constraints with the values that the test gives to options.
func (s *Subject) checkFixed(t *Test, src source) error {
	if len(s.space.Constraints) == 0 || confspace.NewSets(s.space).DomainUnder(t.Fixed()) != confspace.Empty {
		return nil
	}
	return src.problem(max(1, src.lineOf("[settings]")), "no configuration satisfies the constraints of the subject (%s) with the options that are not symbolic here: %s",
		strings.Join(s.space.Constraints, "; "), s.space.FormatSettings(t.Fixed()))
}

func (s *Subject) modeNames() []string {
	var names []string
	for _, m := range s.Modes {
		names = append(names, m.Name)
	}
	return names
}

// readSections reads the script into t and returns the entries.
func (t *Test) readSections(where string, sections []section) ([]Entry, error) {
	var entries []Entry
	for _, sec := range sections {
		if name, ok := strings.CutPrefix(sec.name, "data "); ok {
			if t.Data == nil {
				t.Data = map[string][]byte{}
			}
			t.Data[strings.TrimSpace(name)] = []byte(sec.data)
			continue
		}
		if sec.name == "stdin" {
			if t.Stdin == StdinSocket {
				return nil, &Problem{Path: where, Line: sec.line - 1, Message: "standard input is the control connection: no section stdin"}
			}
			t.Input = append(t.Input, sec.data...)
			continue
		}
		if sec.name != "script" {
			e, err := parseEntry(where, sec)
			if err != nil {
				return nil, err
			}
			entries = append(entries, e)
			continue
		}
		if t.ScriptLine != 0 {
			return nil, &Problem{Path: where, Line: sec.line - 1, Message: "a second script"}
		}
		t.Script, t.ScriptLine = sec.data, sec.line
	}
	if t.ScriptLine == 0 {
		return entries, nil
	}
	var err error
	t.Peer, err = peer.Parse(t.Script, t.Data)
	if err == nil {
		return entries, nil
	}
	problem := &Problem{Path: where, Line: t.ScriptLine, Message: err.Error()}
	var line int
	if n, _ := fmt.Sscanf(err.Error(), "script line %d:", &line); n == 1 {
		problem.Line += line - 1
		_, problem.Message, _ = strings.Cut(err.Error(), ": ")
	}
	return nil, problem
}

// mergeEntries puts a test's own entries over those of the base, resolves owners, and
// checks that every entry lies in a folder.
func mergeEntries(where string, base, own []Entry) ([]Entry, error) {
	byPath := map[string]Entry{}
	for _, e := range base {
		byPath[e.Path] = e
	}
	mine := map[string]bool{}
	for _, e := range own {
		if mine[e.Path] {
			return nil, &Problem{Path: where, Line: e.Line, Message: fmt.Sprintf("%s is there twice", e.Path)}
		}
		mine[e.Path] = true
		byPath[e.Path] = e
	}
	var entries []Entry
	for _, e := range byPath {
		entries = append(entries, e)
	}
	slices.SortFunc(entries, func(a, b Entry) int { return cmp.Compare(a.Path, b.Path) })
	names := readAccounts(byPath)
	for i := range entries {
		e := &entries[i]
		if err := names.resolve(e); err != nil {
			return nil, &Problem{Path: where, Line: e.Line, Message: err.Error()}
		}
	}
	return entries, inFolders(entries, byPath, where)
}

// inFolders reports the first entry that lies in no folder, with all folders that are missing.
func inFolders(entries []Entry, byPath map[string]Entry, where string) error {
	first := -1
	missing := map[string]bool{}
	for i, e := range entries {
		for dir := path.Dir(e.Path); e.Path != "/" && byPath[dir].Kind != EntryDir; dir = path.Dir(dir) {
			missing[fmt.Sprintf("%q", "dir "+dir)] = true
			if first < 0 {
				first = i
			}
			if dir == "/" {
				break
			}
		}
	}
	if first < 0 {
		return nil
	}
	e := entries[first]
	return &Problem{Path: where, Line: e.Line, Message: fmt.Sprintf("%s lies in no folder: want %s", e.Path, strings.Join(slices.Sorted(maps.Keys(missing)), ", "))}
}
