package replay

// This file defines cases and compares them with concrete runs.

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strings"

	"github.com/confcov/confcov/coverage"
	"github.com/confcov/confcov/explore/path"
	"github.com/confcov/confcov/explore/trace"
	"github.com/confcov/confcov/subjects/confspace"
)

// Case is what a stored path says about one configuration.
type Case struct {
	Test          string
	Mode          path.Mode
	Path          int // its number in the test
	Configuration confspace.Configuration
	Want          *path.Path
	Covered       coverage.Bits // under the configuration
	Output        []byte        // under the configuration
}

// NewCase returns the case of path i of t for configuration c, which satisfies the path's condition.
func NewCase(t *path.Test, layout coverage.Layout, i int, c confspace.Configuration) *Case {
	p := &t.Paths[i]
	return &Case{Test: t.Name, Mode: t.Mode, Path: i, Configuration: c, Want: p, Covered: t.CoveredBy(p, c, layout), Output: t.OutputUnder(p, c)}
}

// Unfit returns why path p cannot be replayed, "" if it can.
func Unfit(p *path.Path) string {
	if reason := Unended(p); reason != "" {
		return reason
	}
	if p.Witness == nil && !p.Exact() {
		return "no configuration is known: " + path.Wide
	}
	return ""
}

// Unended returns which limit ended path p, "" if none did.
func Unended(p *path.Path) string {
	if p.End.Kind.Complete() {
		return ""
	}
	return "a limit ended the path: " + p.End.Kind.String()
}

// Compare returns the differences between the case and a concrete run of its configuration in its mode, at most one
// for each oracle.
func (k *Case) Compare(u *coverage.Universe, got *path.Path) []trace.Difference {
	var ds []trace.Difference
	add := func(o trace.Oracle, format string, args ...any) {
		ds = append(ds, trace.Difference{Oracle: o, Text: fmt.Sprintf(format, args...)})
	}
	if w, g := k.Want.End, got.End; w.Kind != g.Kind || w.Code != g.Code || w.Message != g.Message {
		add(trace.Crash, "explored %s, interpreted %s", endText(w), endText(g))
	}
	if !match(k.Output, got.Output) {
		n, w, g := firstLine(k.Output, got.Output)
		add(trace.Output, "line %d of the output: explored %q, interpreted %q", n, w, g)
	}
	if text := compareCalls(k.Want.Calls, got.Calls); text != "" {
		add(trace.Chain, "%s", text)
	}
	if text := k.coverage(u, got.Covered); text != "" {
		add(trace.Coverage, "%s", text)
	}
	return ds
}

// compareCalls compares the chains of calls of all processes. A chain that is mixed in the path is unknown.
func compareCalls(want, got []path.Calls) string {
	if len(want) != len(got) {
		return fmt.Sprintf("explored %d processes, interpreted %d", len(want), len(got))
	}
	for i, w := range want {
		if g := got[i]; !w.Mixed && (w.Total != g.Total || w.Digest != g.Digest) {
			return fmt.Sprintf("process %d: explored %d calls with digest %016x, interpreted %d with %016x", i+1, w.Total, w.Digest, g.Total, g.Digest)
		}
	}
	return ""
}

func endText(e path.Termination) string {
	text := e.Kind.String()
	if e.Kind == path.Exit || e.Kind == path.Signal {
		text = fmt.Sprintf("%s %d", text, e.Code)
	}
	if e.Message != "" {
		text += ": " + e.Message
	}
	return text
}

// coverage describes the elements that only one of the two covers, "" if there are none.
func (k *Case) coverage(u *coverage.Universe, got coverage.Bits) string {
	layout := k.Mode.Layout(u)
	var only [2][]string
	for b := range layout.Size() {
		w, g := k.Covered.Has(b), got.Has(b)
		if w == g {
			continue
		}
		c, id := layout.At(b)
		side := 0
		if g {
			side = 1
		}
		only[side] = append(only[side], c.String()+" "+u.Element(c, id).Name())
	}
	var parts []string
	for side, who := range []string{"explored", "interpreted"} {
		if n := len(only[side]); n > 0 {
			parts = append(parts, fmt.Sprintf("only %s: %s%s", who, only[side][0], andMore(n-1)))
		}
	}
	return strings.Join(parts, "; ")
}

func andMore(n int) string {
	if n == 0 {
		return ""
	}
	return fmt.Sprintf(" and %d more", n)
}

// match reports whether the output of a run is that of a path: '?' stands for any byte.
func match(want, got []byte) bool {
	if len(want) != len(got) {
		return false
	}
	for i, w := range want {
		if w != '?' && w != got[i] {
			return false
		}
	}
	return true
}

// firstLine returns the number of the first line that does not match, and both.
func firstLine(want, got []byte) (n int, w, g []byte) {
	ws, gs := bytes.SplitAfter(want, []byte("\n")), bytes.SplitAfter(got, []byte("\n"))
	for n < len(ws) && n < len(gs) && match(ws[n], gs[n]) {
		n++
	}
	if n < len(ws) {
		w = ws[n]
	}
	if n < len(gs) {
		g = gs[n]
	}
	return n + 1, w, g
}

// Sample chooses n of the things that counts counts at random and returns which, ascending. If n is 0 or too large it chooses all.
func Sample(counts []int, n int, seed uint64) [][]int {
	total := 0
	for _, c := range counts {
		total += c
	}
	chosen := make([]bool, total)
	if n <= 0 || n >= total {
		n = 0
		for i := range chosen {
			chosen[i] = true
		}
	}
	r := rand.New(rand.NewPCG(seed, 0x7265706c6179))
	for n > 0 {
		if i := r.IntN(total); !chosen[i] {
			chosen[i] = true
			n--
		}
	}
	out := make([][]int, len(counts))
	first := 0
	for k, c := range counts {
		for i := range c {
			if chosen[first+i] {
				out[k] = append(out[k], i)
			}
		}
		first += c
	}
	return out
}
