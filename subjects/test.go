package subjects

// This file defines tests and the entries of their file systems.

import (
	"github.com/confcov/confcov/explore/kernel/peer"
	"github.com/confcov/confcov/subjects/confspace"
)

// Test is one run of a program with concrete inputs.
type Test struct {
	Name    string // its file's name without .txtar
	Summary string
	Path    string // of its file, for messages
	Mode    string // "" or the name of a mode

	Argv  []string
	Env   []string
	Files []Entry // base and own, sorted by path; folders before what they hold
	Stdin Stdin
	Input []byte // what standard input holds where Stdin is StdinEmpty; nil: nothing

	Peer       *peer.Script      // what the peer does; nil: there is no peer
	Script     string            // its text
	ScriptLine int               // line of the test's file on which the script begins; 0: there is none
	Data       map[string][]byte // what the script may send, by name

	Header   []string     // HowFile: lines after those of Config.Header, the mode's and the test's own
	Concrete []Assignment // the mode's and the test's own, in order; later ones override
	Symbolic []bool       // by option: whether it is symbolic here
	Values   []int64      // by option: its value here where it is not symbolic
	// AllConcrete is why no option is symbolic here, as where the program ends before it reads them; "": those of Symbolic are.
	AllConcrete string
	Native      string // why this test cannot be compared with a native run; "": it can
}

// Fixed returns the settings of the options that are concrete in the test.
func (t *Test) Fixed() confspace.Settings {
	var fixed confspace.Settings
	for i, symbolic := range t.Symbolic {
		if !symbolic {
			fixed = append(fixed, confspace.Setting{Option: i, Value: t.Values[i]})
		}
	}
	return fixed
}

// EntryKind is the kind of a file system entry.
type EntryKind uint8

const (
	EntryInvalid EntryKind = iota
	EntryFile
	EntryDir
	EntryLink
)

// Entry is a file, folder or symbolic link of a test's file system.
type Entry struct {
	Kind   EntryKind
	Path   string // absolute, clean
	Mode   uint32 // permission bits, set-id and sticky included
	Owner  string // account of the test's /etc/passwd, or a number
	Group  string // group of the test's /etc/group, or a number
	UID    uint32 // what Owner and Group stand for
	GID    uint32
	MTime  int64  // seconds since 1970
	Data   []byte // EntryFile
	Target string // EntryLink
	Host   bool   // natively the content is that of a file of the host: see locale.go
	Line   int    // where it was defined
}
