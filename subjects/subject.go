package subjects

// This file defines subjects.

import (
	"fmt"
	"io/fs"
	"path/filepath"

	"github.com/confcov/confcov/subjects/confspace"
)

// Subject is a program under analysis.
type Subject struct {
	Name     string
	Version  string
	Summary  string
	Homepage string // may be ""

	Path  string // where the subject was loaded from, for messages: a folder, or "subjects/NAME" when built in
	Files fs.FS  // the subject's folder

	Source  Source
	Build   Build
	Exclude []Exclusion
	// Unreferenced is why functions that nothing in the program refers to are not of the universe of coverage either; "": they are.
	Unreferenced string
	CIL          bool // lines are named as CIL names them, not as gcov
	Symbolic     Point
	Config       Config
	Options      []Option // in the order of the space; names and objects are unique
	Fixed        []Fixed  // further options of the program, which are never symbolic
	Modes        []Mode   // sorted by name
	Defaults     Environment

	Tests []*Test // sorted by name

	space   *confspace.Space
	own     func() *ownForms
	order   []int // of options in a configuration: after those that imply something about them
	builtin bool  // Files are embedded in the program
	src     source
}

// Source says where a subject's source comes from. Exactly one of Folder, URL and Given is set.
type Source struct {
	Folder string // inside the subject's folder

	URL    string // the upstream archive
	SHA256 string // of that archive, lower-case hexadecimal
	Strip  int    // leading folders removed from the names in the archive
	Debian string // the Debian source package that has the same archive; may be ""
	Suite  string // the Debian suite, such as "trixie"; with Debian

	Given    string // what users have to give, for messages: nothing is fetched
	SaysFile string // a file of the source that has SaysText if it is the right version; "": none is known
	SaysText string
}

// Build says how the program is made. Paths are relative to the source; those that begin with
// "@/" are relative to the subject's folder.
type Build struct {
	Files        []string // the C files, in link order
	Include      []string // -I
	IncludeAfter []string // -idirafter
	Defines      []string // NAME or NAME=VALUE
	Libraries    []string // -l for a native build; confcov itself links its own C library
	Native       []string // further flags of a native build
	Configure    []string // arguments of the source's configure script, which makes Generated; nil: the source's makefiles alone do
	Generated    []string // files of the source that the script makes, or makefiles
}

// Exclusion takes code out of the universe of coverage: it cannot run in this build.
type Exclusion struct {
	File   string // relative to the source
	Func   string // one function of it; "": all
	Reason string
	Line   int // of subject.toml
}

// Point is a moment at which the options become symbolic: once, the first time it is reached.
type Point struct {
	Func string // on the first return from this function: NAME, FILE:NAME or FILE:LINE:NAME
	Line int    // of subject.toml
}

// How says how a configuration reaches the real program.
type How uint8

const (
	HowInvalid   How = iota
	HowFile          // lines of a file
	HowArguments     // further arguments
)

// Config says how a configuration is written for the real program.
type Config struct {
	How      How
	Path     string // HowFile: absolute path of the file
	Position int    // HowArguments: where they are inserted in the program's arguments; 0: they follow them
	Section  string // HowFile: the line that begins a section, with {section}; "": there are none
	Line     Form   // of options that have none of their own
	False    string // how the value 0 of a boolean is written
	True     string
	Unset    *string  // how a null pointer is written where a string may be one; nil: it is not, no line says it
	Header   []string // HowFile: lines before all settings, in every configuration
}

// Scope says in which tests an option is symbolic.
type Scope uint8

const (
	ScopeInvalid Scope = iota
	ScopeAll           // in every test
	ScopeListed        // in those that list it
)

// Base is the way in which the values of an option are written.
type Base uint8

const (
	Decimal Base = iota
	Octal        // with a leading 0
)

// Option is an option of the program.
type Option struct {
	confspace.Option
	Scope   Scope
	Base    Base
	Key     string // its name in the configuration, usually Name
	Section string // of the configuration, which has it; "": there are none
	Form    Form   // how it is written; nil: as Config.Line says
	Implies []Implication
	Help    string // may be ""

	Array bool // the object of strings is an array of characters, as the program says: see SetArray

	Type string // the C type as the subject says it, such as "u16"; "": that of the object, which SetType says
	Text string // the domain as the subject says it
	Line int    // of subject.toml

	forms forms
}

// Implication says that what is written for a value of an option gives another option a value, too, unless that is written after it.
type Implication struct {
	Value  int64
	Option int
	Is     int64
}

// Fixed is options of the program that are symbolic in no test, and why.
type Fixed struct {
	Names  []string // as the configuration has them
	Value  *string  // as the configuration has it: every configuration says so, and no test sets another. nil: the program's default where no test sets one
	Reason string

	settings []Assignment // of Names, with Value
}

// Mode is a named group of settings.
type Mode struct {
	Name     string
	Summary  string
	Settings []Assignment
	Header   []string // HowFile: lines after those of Config.Header
	Reason   string   // why its tests do not leave the options symbolic that it sets
}

// Assignment gives a key of the configuration a value as the configuration has
// it. Option is the index of the option that it is, or -1 where the key is not a declared option.
type Assignment struct {
	Key    string
	Value  string
	Option int
	Number int64 // the value of the option

	lines   []string // what is written where it is none of the options
	section string
}

// Environment is what a test has unless it says otherwise.
type Environment struct {
	Argv  []string
	Env   []string
	Files []Entry // sorted by path
	Stdin Stdin
}

// Stdin says what descriptors 0, 1 and 2 are.
type Stdin uint8

const (
	StdinEmpty  Stdin = iota // an empty file; what is written to 1 and 2 is collected
	StdinSocket              // all three are the control connection, as inetd gives it
)

// Folder returns the absolute path of the subject's folder, "" for a built-in one.
func (s *Subject) Folder() string {
	if s.builtin {
		return ""
	}
	folder, err := filepath.Abs(s.Path)
	if err != nil {
		return s.Path
	}
	return folder
}

// Space returns the configuration space of the subject: all its options, in order.
func (s *Subject) Space() *confspace.Space { return s.space }

// Test returns the test called name.
func (s *Subject) Test(name string) (*Test, error) {
	for _, t := range s.Tests {
		if t.Name == name {
			return t, nil
		}
	}
	names := make([]string, len(s.Tests))
	for i, t := range s.Tests {
		names[i] = t.Name
	}
	return nil, fmt.Errorf("subject %s has no test %q%s; `confcov subjects show %s` lists them", s.Name, name, confspace.DidYouMean(name, names), s.Name)
}

// Excluded returns the reason for which a function of a file is outside the
// universe of coverage, or "". A file as a whole is asked for with no function.
func (s *Subject) Excluded(file, function string) string {
	for _, e := range s.Exclude {
		if e.File == file && (e.Func == "" || e.Func == function) {
			return e.Reason
		}
	}
	return ""
}
