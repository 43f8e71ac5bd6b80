// Package patch finds the lines of sources that a unified diff touches.
//
// # Nouns
//
//	Patch   a unified diff, of git or of diff -u
//	Hunk    a part of it: lines of context, lines that it takes away and lines that it adds
//	State   whether sources are as before the patch or as after it
//	Place   a line of a source that the patch touches
//	Match   what a patch is about in some sources, and what of it is not about these
//
// A hunk matches a source where the lines that it has before, or after, are the source's: at the line that it says, or as near to it as
// possible, as patch(1) does, but exactly, without leaving out context. Which state a file is in, most of its hunks say. A hunk with nothing that could be
// compared, since it has no context and adds only, is where the others lead one to expect.
//
// Line ends are not compared: a source may have those of another system.
package patch

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/bluekeyes/go-gitdiff/gitdiff"
)

// Patch is a unified diff.
type Patch struct {
	Files []*File
}

// File is what a patch does to one file.
type File struct {
	Name   string   // of the file, as the patch has it
	Others []string // names that it has besides: the old one where it is renamed
	New    bool     // the patch makes the file
	Hunks  []*gitdiff.TextFragment
}

// Parse reads a unified diff. Text that is none, as git's of a commit, is passed over; an error says on which line the diff is damaged.
func Parse(r io.Reader) (*Patch, error) {
	text, err := io.ReadAll(r)
	if err != nil {
		return nil, err
	}
	files, _, err := gitdiff.Parse(strings.NewReader(string(text)))
	if err != nil {
		return nil, fmt.Errorf("damaged diff: %s", strings.TrimPrefix(err.Error(), "gitdiff: "))
	}
	if len(files) == 0 && strings.TrimSpace(string(text)) != "" {
		return nil, fmt.Errorf("not a unified diff, as `git diff` and `diff -u` write them")
	}
	p := &Patch{}
	for _, f := range files {
		file := &File{Name: f.NewName, New: f.IsNew, Hunks: f.TextFragments}
		if file.Name == "" {
			file.Name = f.OldName
		} else if f.OldName != "" && f.OldName != f.NewName {
			file.Others = []string{f.OldName}
		}
		p.Files = append(p.Files, file)
	}
	return p, nil
}

// State says whether a source is as before a patch or as after it.
type State uint8

const (
	Unknown State = iota // no hunk matches
	Before
	After
)

// Place is a line that a patch touches.
type Place struct {
	Line int  // of the source
	Gap  bool // the patch adds, or has taken away, lines between the one before and this one
}

// FileMatch is what a patch is about in one source.
type FileMatch struct {
	File   *File
	Source string // its name among the sources; "": it is none of them
	State  State
	Places []Place                 // ascending
	Added  map[int]int             // by the line of a gap: how many lines with text the patch adds there; nil: in no gap
	Moved  int                     // by how many lines the first hunk is further down than it says
	Lost   []*gitdiff.TextFragment // hunks that do not match
}

// Match is what a patch is about in some sources, in the order of the patch's files.
type Match struct {
	Files []FileMatch
}

// Match compares a patch with sources: names are theirs, read reads one.
func (p *Patch) Match(names []string, read func(name string) ([]byte, error)) (*Match, error) {
	m := &Match{}
	for _, f := range p.Files {
		fm := FileMatch{File: f}
		var text []byte
		for _, name := range append([]string{f.Name}, f.Others...) {
			if fm.Source = sourceOf(name, names); fm.Source != "" {
				break
			}
		}
		if fm.Source != "" {
			var err error
			if text, err = read(fm.Source); err != nil {
				return nil, fmt.Errorf("the source of the run cannot be read: %w", err)
			}
			fm.match(splitLines(string(text)))
		}
		m.Files = append(m.Files, fm)
	}
	return m, nil
}

// sourceOf returns the source that a patch's file is: one of the same name, after leading folders of the patch's were taken away, or one whose name ends in the
// patch's where there is just one.
func sourceOf(name string, names []string) string {
	for rest, more := name, true; more; _, rest, more = strings.Cut(rest, "/") {
		if slices.Contains(names, rest) {
			return rest
		}
	}
	for rest, more := name, true; more; _, rest, more = strings.Cut(rest, "/") {
		var ends []string
		for _, n := range names {
			if strings.HasSuffix(n, "/"+rest) {
				ends = append(ends, n)
			}
		}
		if len(ends) == 1 {
			return ends[0]
		}
	}
	return ""
}

// splitLines returns the lines of a text without their ends.
func splitLines(text string) []string {
	var lines []string
	for line := range strings.Lines(text) {
		lines = append(lines, strings.TrimRight(line, "\r\n"))
	}
	return lines
}

// match finds out in which state the source is, and where hunks are about it.
func (m *FileMatch) match(lines []string) {
	if len(m.File.Hunks) == 0 {
		return
	}
	before, after := m.locate(lines, Before), m.locate(lines, After)
	best := before
	if after.found > before.found || after.found == before.found && after.moved < before.moved {
		best = after
	}
	if best.found == 0 {
		m.Lost = m.File.Hunks
		return
	}
	m.State = best.state
	m.Moved = best.first
	for i, h := range m.File.Hunks {
		if at := best.at[i]; at < 0 {
			m.Lost = append(m.Lost, h)
		} else {
			m.touch(h, at+1)
		}
	}
}

// located says where hunks are in a source, if it is in a state.
type located struct {
	state State
	at    []int // by hunk: the index of its first line; -1: nowhere
	found int   // hunks that are somewhere
	moved int   // by how many lines all of them are elsewhere than they say
	first int   // by how many lines the first one is further down
}

// locate looks for the hunks in a source, in their order.
func (m *FileMatch) locate(lines []string, state State) located {
	out := located{state: state}
	from, offset := 0, 0
	for _, h := range m.File.Hunks {
		want, start := sideOf(h, state)
		if len(want) == 0 { // with nothing to compare, it is where it says, if the other hunks are somewhere
			out.at = append(out.at, min(max(start+offset, from), len(lines)))
			continue
		}
		at := nearest(lines, want, from, start-1+offset)
		out.at = append(out.at, at)
		if at < 0 {
			continue
		}
		if out.found++; out.found == 1 {
			out.first = at - (start - 1)
		}
		out.moved += max(at-(start-1), (start-1)-at)
		from, offset = at+len(want), at-(start-1)
	}
	return out
}

// sideOf returns the lines that a hunk has in a state, and the number of the first.
func sideOf(h *gitdiff.TextFragment, state State) (lines []string, start int) {
	other := gitdiff.OpAdd
	start = int(h.OldPosition)
	if state == After {
		other = gitdiff.OpDelete
		start = int(h.NewPosition)
	}
	for _, l := range h.Lines {
		if l.Op != other {
			lines = append(lines, strings.TrimRight(l.Line, "\r\n"))
		}
	}
	return lines, start
}

// nearest returns the index at which lines has want, from or after an index, that is nearest to at; -1 if there is none.
func nearest(lines, want []string, from, at int) int {
	fits := func(i int) bool {
		return i >= from && i+len(want) <= len(lines) && slices.Equal(lines[i:i+len(want)], want)
	}
	at = min(max(at, 0), len(lines)) // whatever a patch says
	for d := 0; d <= len(lines); d++ {
		if fits(at - d) {
			return at - d
		}
		if fits(at + d) {
			return at + d
		}
	}
	return -1
}

// touch notes the lines that a hunk touches whose first line is the source's line at. What it adds has lines in a source as after the patch, what it takes away in
// one as before; of the other, there is the place between two lines, unless lines next to it were changed.
func (m *FileMatch) touch(h *gitdiff.TextFragment, at int) {
	here := gitdiff.OpDelete
	if m.State == After {
		here = gitdiff.OpAdd
	}
	for i := 0; i < len(h.Lines); {
		if h.Lines[i].Op == gitdiff.OpContext {
			i, at = i+1, at+1
			continue
		}
		changed, added, start := false, 0, at
		for ; i < len(h.Lines) && h.Lines[i].Op != gitdiff.OpContext; i++ {
			if h.Lines[i].Op == here {
				changed = true
				m.Places = append(m.Places, Place{Line: at})
				at++
			} else if h.Lines[i].Op == gitdiff.OpAdd && strings.TrimSpace(h.Lines[i].Line) != "" {
				added++
			}
		}
		if changed {
			continue
		}
		m.Places = append(m.Places, Place{Line: start, Gap: true})
		if added > 0 {
			if m.Added == nil {
				m.Added = map[int]int{}
			}
			m.Added[start] = added
		}
	}
}
