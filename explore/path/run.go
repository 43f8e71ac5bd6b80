package path

// This file defines what run.json and test.json say.

import "slices"

// Format is the number of the run directory's format; a reader refuses others.
const Format = 6

// Run describes a run: the content of run.json. All of it is independent of
// time and of the number of workers.
type Run struct {
	Format   int               `json:"format"`
	Confcov  string            `json:"confcov"` // version of this program
	Subject  Subject           `json:"subject"`
	Settings map[string]string `json:"settings,omitempty"` // options of exploration that results depend on
	Identity Identity          `json:"identity,omitzero"`  // of what explored and what was explored; zero of an imported run

	SourceLines int        `json:"source_lines,omitempty"`   // non-blank, non-comment lines of the subject's files; 0: not counted
	Fixed       []Fixed    `json:"fixed_options,omitempty"`  // options of the program that are symbolic in no test
	Excluded    []Excluded `json:"excluded_files,omitempty"` // source files that cannot run in this build

	Elements map[string]int `json:"elements"` // universe: number of elements by criterion
	Options  int            `json:"options"`  // number of symbolic options

	Constraints []string `json:"constraints,omitempty"` // what their values satisfy

	Imported *Imported `json:"imported,omitempty"` // nil: the paths were explored

	Decisions []Operand `json:"-"` // its decisions; nil: they are not known
	Blocks    []Block   `json:"-"` // the program's control flow, of a run that is made; nil: it is not known
	Sources   []Source  `json:"-"` // the program's sources, by name, of a run that is made; nil: they are not known

	Files    map[string]Digest `json:"files"`            // options.parquet, elements.parquet and, if there are these, program.parquet, decisions.parquet and sources.parquet
	Tests    []TestEntry       `json:"tests"`            // the tests of the run, by name and mode
	Limits   []Limit           `json:"limits,omitempty"` // limits of the whole run that were hit, as LimitInterrupted
	Finished bool              `json:"finished"`         // false while exploration is under way or was interrupted
	Complete bool              `json:"complete"`         // finished, no limit hit, every path ended by the program's own doing
	Digest   string            `json:"digest"`           // SHA-256 of the above without Folder and Root: equal for equal runs, wherever they were made
	Seal     string            `json:"sha256"`           // of this file, with zeros in place of the seal
}

// TestEntry is a test in one mode, in run.json.
type TestEntry struct {
	Name    string  `json:"test"`
	Mode    string  `json:"mode"`
	Key     string  `json:"key"`               // a hash of all that its result depends on
	Summary *Digest `json:"summary,omitempty"` // of test.json, which names the other files; nil: the test is not finished
}

// Subject identifies the program under analysis.
type Subject struct {
	Name    string            `json:"name"`
	Version string            `json:"version,omitempty"`
	Source  string            `json:"source,omitempty"`  // where the source came from
	SHA256  map[string]string `json:"sha256,omitempty"`  // checksums of what was fetched, by file name
	Library string            `json:"library,omitempty"` // the C library and its version
	Folder  string            `json:"folder,omitempty"`  // of the subject's own files, where it is not built in; not an identity
	Root    string            `json:"root,omitempty"`    // folder of the sources for annotated reports; not an identity
}

// Identity says what explored, and what was explored, as far as all tests of a run have it in common. It is a part of their keys.
type Identity struct {
	Build         string `json:"build"`                    // of confcov: the id of the executable
	Solver        string `json:"solver,omitempty"`         // version and limits
	Program       string `json:"program"`                  // hash of the lowered program, the C library included
	Universe      string `json:"universe"`                 // hash of the coverage elements
	Compiled      string `json:"compiled"`                 // what __DATE__ and __TIME__ say
	SymbolicAfter string `json:"symbolic_after,omitempty"` // the function on whose return options become symbolic
}

// Fixed is options of the program that are symbolic in no test, or in none of a mode.
type Fixed struct {
	Options []string `json:"options"`
	Value   *string  `json:"value,omitempty"` // as configurations have it; nil: the program's default, or what a test sets
	Reason  string   `json:"reason"`
	Mode    string   `json:"mode,omitempty"`
}

// Excluded is a source file whose code cannot run in this build.
type Excluded struct {
	File   string `json:"file"`
	Reason string `json:"reason"`
}

// TestInfo is the summary of a finished test in one mode: the content of test.json.
type TestInfo struct {
	Name      string           `json:"test"`
	Mode      string           `json:"mode"`
	Key       string           `json:"key"`
	Paths     int              `json:"paths"`
	Kinds     map[string]int   `json:"kinds"`               // paths by termination
	Notes     int              `json:"notes,omitempty"`     // paths with at least one note
	Partials  int              `json:"partial,omitempty"`   // rows of partial.parquet
	Texts     int              `json:"texts,omitempty"`     // rows of output.parquet; 0: there is none
	Covered   int              `json:"covered"`             // rows of covered.parquet
	Nodes     int              `json:"nodes"`               // rows of sets.parquet
	Relations int              `json:"relations,omitempty"` // rows of relations.parquet
	Variables int              `json:"variables"`           // variables of the diagrams
	Limits    []Limit          `json:"limits,omitempty"`
	Counts    map[string]int64 `json:"counts,omitempty"`
	Concrete  []Concrete       `json:"concrete,omitempty"` // what the test itself sets
	Apart     []Apart          `json:"apart,omitempty"`    // where ways stayed apart: at most maxApart places, most often first
	Complete  bool             `json:"complete"`

	Files map[string]Digest `json:"files"` // the Parquet files of the test
}

// maxApart is how many places a test lists at which ways stayed apart.
const maxApart = 100

// testParts are the Parquet files that each test has.
var testParts = []string{pathsFile, coveredFile, partialFile, setsFile, relationsFile}

// parts returns the Parquet files of the test.
func (in *TestInfo) parts() []string {
	if in.Texts == 0 {
		return testParts
	}
	return append(slices.Clone(testParts), outputFile)
}

// Interrupted reports whether the user stopped the test: there may be more paths than are stored.
func (in *TestInfo) Interrupted() bool { return interrupted(in.Limits) }

// info summarises t.
func (t *Test) info() TestInfo {
	in := TestInfo{
		Name: t.Name, Mode: t.Mode.String(), Key: t.Key, Paths: len(t.Paths),
		Kinds: map[string]int{}, Limits: t.Limits, Counts: t.Counts, Concrete: t.Concrete, Apart: t.Apart[:min(len(t.Apart), maxApart)],
		Complete: len(t.Limits) == 0,
	}
	for i := range t.Paths {
		p := &t.Paths[i]
		in.Kinds[p.End.Kind.String()]++
		if !p.End.Kind.Complete() {
			in.Complete = false
		}
		if len(p.Notes) > 0 {
			in.Notes++
		}
		in.Partials += len(p.Partial)
		in.Texts += len(p.Texts)
	}
	return in
}
