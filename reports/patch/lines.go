package patch

// This file maps the lines of one version of a source to those of another.

import (
	"bytes"

	"github.com/bluekeyes/go-gitdiff/gitdiff"
	"github.com/rogpeppe/go-internal/diff"
)

// Lines returns, for each line of before, which line of after it is; 0 if it was taken away. [0] is not used. Where as many lines were taken away as
// were added instead, each of these is one of those, changed.
func Lines(before, after []byte) []int {
	n := len(splitLines(string(before)))
	lines := make([]int, n+1)
	files, _, err := gitdiff.Parse(bytes.NewReader(diff.Diff("before", before, "after", after)))
	var hunks []*gitdiff.TextFragment
	if err == nil && len(files) > 0 {
		hunks = files[0].TextFragments
	}
	old, now := 1, 1
	for _, h := range hunks {
		start := int(h.OldPosition)
		if h.OldLines == 0 {
			start++ // it is about what follows that line
		}
		for ; old < start; old, now = old+1, now+1 {
			lines[old] = now
		}
		for i := 0; i < len(h.Lines); {
			gone, added := 0, 0
			for ; i < len(h.Lines) && h.Lines[i].Op != gitdiff.OpContext; i++ {
				if h.Lines[i].Op == gitdiff.OpDelete {
					gone++
				} else {
					added++
				}
			}
			for k := range gone {
				if gone == added {
					lines[old+k] = now + k
				}
			}
			old, now = old+gone, now+added
			for ; i < len(h.Lines) && h.Lines[i].Op == gitdiff.OpContext; i++ {
				lines[old] = now
				old, now = old+1, now+1
			}
		}
	}
	for ; old <= n; old, now = old+1, now+1 {
		lines[old] = now
	}
	return lines
}
