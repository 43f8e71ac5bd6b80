package trace

// This file compares traces.

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
)

// Oracle is one way to see that two runs differ.
type Oracle uint8

const (
	Crash    Oracle = iota + 1 // the executor failed, or the runs ended differently
	Output                     // they printed something else
	Chain                      // they called other functions, or in another order
	Coverage                   // they came to lines, or not as often
	Paths                      // not as many paths as there are
	Options                    // objects of options hold other values
)

var oracleNames = [...]string{Crash: "crash", Output: "output", Chain: "calls", Coverage: "lines", Paths: "paths", Options: "options"}

// Oracles returns the oracles of whole runs, in order.
func Oracles() []Oracle { return []Oracle{Crash, Output, Chain, Coverage, Paths} }

func (o Oracle) String() string {
	if o >= Crash && o <= Options {
		return oracleNames[o]
	}
	return fmt.Sprintf("oracle(%d)", uint8(o))
}

// Difference is the first thing in which two traces differ by one oracle.
type Difference struct {
	Oracle Oracle
	Text   string // one line; the first trace's side first
}

// Compare returns the differences of two traces, at most one for each oracle. What one of them did not record is not compared.
// The names say whose they are: "natively", "interpreted".
func Compare(aName string, a *Trace, bName string, b *Trace) []Difference {
	var ds []Difference
	add := func(o Oracle, format string, args ...any) {
		ds = append(ds, Difference{o, fmt.Sprintf(format, args...)})
	}
	if a.End.Kind != b.End.Kind || a.End.Code != b.End.Code {
		add(Crash, "%s %v, %s %v", aName, a.End, bName, b.End)
	}
	if !bytes.Equal(a.Output, b.Output) {
		line, x, y := firstLine(a.Output, b.Output)
		add(Output, "line %d of the output: %s %q, %s %q", line, aName, x, bName, y)
	}
	if text := compareChains(aName, a.Calls, bName, b.Calls); text != "" {
		add(Chain, "%s", text)
	}
	if text := compareLines(aName, a.Lines, bName, b.Lines); text != "" {
		add(Coverage, "%s", text)
	}
	return ds
}

// firstLine returns the number of the first line that differs, and both.
func firstLine(a, b []byte) (n int, x, y []byte) {
	as, bs := bytes.SplitAfter(a, []byte("\n")), bytes.SplitAfter(b, []byte("\n"))
	for n < len(as) && n < len(bs) && bytes.Equal(as[n], bs[n]) {
		n++
	}
	if n < len(as) {
		x = as[n]
	}
	if n < len(bs) {
		y = bs[n]
	}
	return n + 1, x, y
}

func compareChains(aName string, a []Calls, bName string, b []Calls) string {
	if a == nil || b == nil {
		return ""
	}
	if len(a) != len(b) {
		return fmt.Sprintf("%s %d processes, %s %d", aName, len(a), bName, len(b))
	}
	for p := range a {
		x, y := &a[p], &b[p]
		if x.Total == y.Total && x.Digest == y.Digest {
			continue
		}
		where := ""
		if len(a) > 1 {
			where = fmt.Sprintf("process %d, ", p+1)
		}
		i := 0
		for i < len(x.Seq) && i < len(y.Seq) && x.Names[x.Seq[i]] == y.Names[y.Seq[i]] {
			i++
		}
		if i == len(x.Seq) && i == len(y.Seq) {
			return fmt.Sprintf("%s%s %d calls, %s %d, the first %d alike", where, aName, x.Total, bName, y.Total, i)
		}
		return fmt.Sprintf("%scall %d: %s %s, %s %s", where, i+1, aName, x.at(i), bName, y.at(i))
	}
	return ""
}

// at returns the name of call i.
func (c *Calls) at(i int) string {
	switch {
	case i < len(c.Seq):
		return c.Names[c.Seq[i]]
	case uint64(i) < c.Total:
		return "(not kept)"
	}
	return "(the end)"
}

func compareLines(aName string, a Lines, bName string, b Lines) string {
	if a == nil || b == nil {
		return ""
	}
	for _, file := range slices.Sorted(maps.Keys(a)) {
		other := b[file]
		for _, line := range slices.Sorted(maps.Keys(a[file])) {
			x := a[file][line]
			if y, known := other[line]; known && x != y {
				return fmt.Sprintf("%s:%d: %s %d times, %s %d", file, line, aName, x, bName, y)
			}
		}
	}
	return ""
}
