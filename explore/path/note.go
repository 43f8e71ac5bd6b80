package path

// This file defines what is said of a path or a test beside how it ended: notes and limits. Code decides by their kinds;
// messages are for people.

import (
	"fmt"
	"slices"
)

// NoteKind says what a note is about.
type NoteKind uint8

const (
	NoteInvalid   NoteKind = iota
	NoteWarning            // the program does something wrong, but a native run need not end there
	NoteWide               // Path.Condition has more configurations than take the path
	NoteAssertion          // an assertion failed; the message has its text
	NoteSystem             // the simulated system does less than Linux
	NoteUndecided          // a check was not decided, so a warning may be missing

	numNoteKinds
)

var noteNames = [numNoteKinds]string{"invalid", "warning", "wide condition", "assertion", "system", "undecided"}

// String returns the lower-case name of k, as it is stored and printed.
func (k NoteKind) String() string {
	if k < numNoteKinds {
		return noteNames[k]
	}
	return fmt.Sprintf("note(%d)", uint8(k))
}

// ParseNoteKind returns the kind that is called name.
func ParseNoteKind(name string) (NoteKind, error) {
	if i := slices.Index(noteNames[:], name); i > int(NoteInvalid) {
		return NoteKind(i), nil
	}
	return NoteInvalid, fmt.Errorf("unknown kind of note %q", name)
}

// Note is something that a path met without ending.
type Note struct {
	Kind    NoteKind
	Message string
	At      Frame // the zero value where it is not known
}

// Wide is the message of notes of kind NoteWide.
const Wide = "the path condition is wider than the path: it has constraints that no set of configurations holds"

// Noted reports whether p has a note of kind k.
func (p *Path) Noted(k NoteKind) bool {
	return slices.ContainsFunc(p.Notes, func(n Note) bool { return n.Kind == k })
}

// Exact reports whether every configuration of Condition takes the path.
func (p *Path) Exact() bool { return !p.Noted(NoteWide) }

// LimitKind says why paths may be missing, or be more than there are.
type LimitKind uint8

const (
	LimitInvalid LimitKind = iota
	LimitInterrupted
	LimitWide          // path conditions are wider than their paths
	LimitUnsupported   // these four, in the order of Kind: paths ended so
	LimitBudget        //
	LimitSolverUnknown //
	LimitInternal      //
	LimitConcrete      // options did not become symbolic though they should have
	LimitMissing       // imported paths leave configurations out

	numLimitKinds
)

var limitNames = [numLimitKinds]string{
	"invalid", "interrupted", "wide condition", "unsupported", "budget", "solver unknown", "internal", "options concrete",
	"missing configurations",
}

// String returns the lower-case name of k, as it is stored and printed.
func (k LimitKind) String() string {
	if k < numLimitKinds {
		return limitNames[k]
	}
	return fmt.Sprintf("limit(%d)", uint8(k))
}

// MarshalText returns k's name.
func (k LimitKind) MarshalText() ([]byte, error) {
	if k == LimitInvalid || k >= numLimitKinds {
		return nil, fmt.Errorf("BUG: a limit of kind %s", k)
	}
	return []byte(k.String()), nil
}

// UnmarshalText sets k to the kind that is called text.
func (k *LimitKind) UnmarshalText(text []byte) error {
	i := slices.Index(limitNames[:], string(text))
	if i <= int(LimitInvalid) {
		return fmt.Errorf("unknown kind of limit %q", text)
	}
	*k = LimitKind(i)
	return nil
}

// Limit is something that kept a test, or a whole run, from being explored exactly.
type Limit struct {
	Kind    LimitKind `json:"kind"`
	Message string    `json:"message,omitempty"`
}

// String returns "kind: message".
func (l Limit) String() string {
	if l.Message == "" {
		return l.Kind.String()
	}
	return l.Kind.String() + ": " + l.Message
}

// LimitOf returns the limit that ended a path, ok if one did.
func LimitOf(end Termination) (l Limit, ok bool) {
	if end.Kind.Complete() {
		return Limit{}, false
	}
	return Limit{LimitUnsupported + LimitKind(end.Kind-Unsupported), end.Message}, true
}

// CompareLimits orders limits by kind and message.
func CompareLimits(a, b Limit) int {
	if a.Kind != b.Kind {
		return int(a.Kind) - int(b.Kind)
	}
	switch {
	case a.Message < b.Message:
		return -1
	case a.Message > b.Message:
		return 1
	}
	return 0
}
