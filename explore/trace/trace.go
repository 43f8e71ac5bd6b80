package trace

// This file defines traces.

import "fmt"

// MaxCalls is how many calls of a chain are kept by name.
const MaxCalls = 1 << 20

// Trace is what one run did.
type Trace struct {
	End    End
	Output []byte
	Calls  []Calls // by process, in the order in which they were made; nil: not recorded
	Lines  Lines   // of all processes together; nil: not counted
	Held   []Held  // by option, where they were asked for; nil: they were not, or the point was not reached
}

// Kinds of ends of runs that were stopped.
const (
	TooLong = "time"   // after the time it was given
	TooMuch = "output" // it printed too much
)

// End says how a run ended.
type End struct {
	Kind    string // "exit", "signal", TooLong, TooMuch, or an error of the program as path.Kind names it
	Code    int    // exit status, or signal number
	Message string // for people; not compared
}

// Stopped reports whether the run was stopped before its end.
func (e End) Stopped() bool { return e.Kind == TooLong || e.Kind == TooMuch }

// String returns, for example, "exit 3".
func (e End) String() string {
	s := e.Kind
	if e.Kind == "exit" || e.Kind == "signal" {
		s = fmt.Sprintf("%s %d", e.Kind, e.Code)
	}
	if e.Message != "" {
		s += " (" + e.Message + ")"
	}
	return s
}

// Calls is the function-call chain of one process. The zero value is the empty chain.
type Calls struct {
	Names  []string // the functions that occur in Seq
	Seq    []uint32 // indices into Names; the first MaxCalls calls. May be nil where only Total and Digest are known
	Total  uint64   // how many calls there were
	Digest uint64   // of all calls: see Extend
}

// Lines are counts by file, relative to the root of the source, and line.
type Lines map[string]map[uint32]uint64

// Extend returns the digest of a chain that goes on with a call of the function whose HashName is given.
func Extend(digest, name uint64) uint64 { return (digest ^ name) * 0x9E3779B97F4A7C15 }

// HashName returns the hash of a function's name: FNV-1a.
func HashName(name string) uint64 {
	h := uint64(14695981039346656037)
	for i := range len(name) {
		h = (h ^ uint64(name[i])) * 1099511628211
	}
	return h
}
