package replay

// This file explains differences of native runs that are to be expected. A difference that a rule explains is counted with the
// rule's reason, never dropped.

import (
	"github.com/confcov/confcov/explore/trace"
)

// Explain divides the differences of a native run into those that nothing explains and the others.
func Explain(ds []trace.Difference, native, interpreted *trace.Trace) (left []trace.Difference, explained []Explained) {
	moved := movedCalls(native.Calls, interpreted.Calls)
	for _, d := range ds {
		if moved != "" && d.Oracle == trace.Chain {
			explained = append(explained, Explained{d, moved})
		} else {
			left = append(left, d)
		}
	}
	return left, explained
}

// explainRead explains differences between a run in which the program reads its configuration and one in which the values are stored. They come from what the program
// sees of its configuration besides if they remain where it reads it and the values are stored, too. run does either or both. Differences that a last run without reading
// does not show were the machine's: there are none then.
func explainRead(ds []trace.Difference, run func(read, stored bool) (*trace.Trace, error)) (left []trace.Difference, explained []Explained, err error) {
	read, err := run(true, false)
	if err != nil {
		return nil, nil, err
	}
	both, err := run(true, true)
	if err != nil {
		return nil, nil, err
	}
	if len(trace.Compare("", read, "", both)) > 0 {
		return ds, nil, nil
	}
	stored, err := run(false, true)
	if err != nil || len(trace.Compare("", read, "", stored)) == 0 {
		return nil, nil, err
	}
	for _, d := range ds {
		explained = append(explained, Explained{d, "the program looks at its configuration itself, not only at the values of options"})
	}
	return nil, explained, nil
}

// movedCalls explains chains of several processes that are equal but for the places of one function's calls, of which there are as many:
// a signal handler's, since the machine delivers signals between processes when it likes.
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
