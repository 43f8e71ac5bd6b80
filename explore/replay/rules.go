package replay

// This file explains differences of native runs that are to be expected. A difference that a rule explains is counted with the
// rule's reason, never dropped.

import (
	"fmt"
	"strings"

	"github.com/confcov/confcov/explore/trace"
	"github.com/confcov/confcov/subjects/confspace"
)

// Explain divides the differences of a native run into those that nothing explains and the others. scale is by how much times
// are shorter natively; symbolic says which options are not fixed by the test.
func Explain(ds []trace.Difference, sp *confspace.Space, c confspace.Configuration, symbolic []bool, native, interpreted *trace.Trace, scale int64) (left []trace.Difference, explained []Explained) {
	short := shortTimeout(sp, c, symbolic, scale)
	moved := movedCalls(native.Calls, interpreted.Calls)
	for _, d := range ds {
		switch {
		case short != "":
			explained = append(explained, Explained{d, short})
		case moved != "" && d.Oracle == trace.Chain:
			explained = append(explained, Explained{d, moved})
		default:
			left = append(left, d)
		}
	}
	return left, explained
}

// shortTimeout explains the runs of a configuration with a timeout that natively is shorter than two seconds: it
// may strike in the middle of what takes no time simulated, or not strike where another one does.
func shortTimeout(sp *confspace.Space, c confspace.Configuration, symbolic []bool, scale int64) string {
	for i := range sp.Options {
		if o := &sp.Options[i]; symbolic[i] && strings.Contains(o.Name, "timeout") && c[i] > 0 && c[i] < 2*scale && c[i] != o.Default {
			return fmt.Sprintf("a timeout is so short that natively, where times are %d times shorter, it may strike at any moment", scale)
		}
	}
	return ""
}

// movedCalls explains chains of several processes that are equal but for the places of one function's calls, of which there are as many:
// a handler of signals, which processes send each other and the machine delivers when it likes.
func movedCalls(a, b []trace.Calls) string {
	if len(a) < 2 || len(a) != len(b) {
		return ""
	}
	for p := range a {
		x, y := &a[p], &b[p]
		if x.Total == y.Total && x.Digest == y.Digest {
			continue
		}
		if x.Total != y.Total || uint64(len(x.Seq)) != x.Total || uint64(len(y.Seq)) != y.Total {
			return ""
		}
		i := 0
		for i < len(x.Seq) && x.Names[x.Seq[i]] == y.Names[y.Seq[i]] {
			i++
		}
		if i == len(x.Seq) || !equalWithout(x, y, x.Names[x.Seq[i]]) && !equalWithout(x, y, y.Names[y.Seq[i]]) {
			return ""
		}
	}
	return "a signal of another process is handled at another moment"
}

// equalWithout reports whether the chains are equal without the calls of function name.
func equalWithout(x, y *trace.Calls, name string) bool {
	j := 0
	for _, s := range x.Seq {
		if x.Names[s] == name {
			continue
		}
		for j < len(y.Seq) && y.Names[y.Seq[j]] == name {
			j++
		}
		if j == len(y.Seq) || y.Names[y.Seq[j]] != x.Names[s] {
			return false
		}
		j++
	}
	for j < len(y.Seq) && y.Names[y.Seq[j]] == name {
		j++
	}
	return j == len(y.Seq)
}
