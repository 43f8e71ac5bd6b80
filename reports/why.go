package reports

// This file says why something is never covered: it goes back from it, over branches and calls, to the nearest place that is reached, and tells what
// the branch there looks at. Control flow is that of the program's text, so a way back need not be one that any run could take.

import (
	"fmt"
	"slices"
	"strings"

	"github.com/confcov/confcov/coverage"
	"github.com/confcov/confcov/explore/path"
	"github.com/confcov/confcov/subjects/confspace"
)

// flow is the control flow of the program.
type flow struct {
	blocks []path.Block      // by id; [0] stands for code outside any block
	before map[int32][]int32 // blocks that lead to a block, or, if a function begins there, refer to it
}

// newFlow returns the control flow; nil if it is not known, or of other elements.
func (s *Study) newFlow() *flow {
	blocks := s.Blocks
	n := s.Universe.Count(coverage.Block)
	if len(blocks) != n+1 {
		return nil
	}
	f := &flow{blocks: blocks, before: map[int32][]int32{}}
	entry := map[string]int32{}
	for i := range blocks {
		if blocks[i].ID != int32(i) {
			return nil
		}
		if blocks[i].Entry {
			entry[blocks[i].Func] = int32(i)
		}
	}
	for i := range blocks {
		for _, to := range blocks[i].Next {
			f.before[to] = append(f.before[to], int32(i))
		}
		for _, name := range blocks[i].Refers {
			if e := entry[name]; e != 0 && i != 0 {
				f.before[e] = append(f.before[e], int32(i))
			}
		}
	}
	return f
}

// reached reports whether some configuration covers a block.
func (s *Study) reached(block int32) bool {
	r := s.base(coverage.Block)
	return r != nil && block > 0 && r.ClassOf[block-1] >= 0
}

// base returns the coverage of a criterion, whether it was asked for or not; nil if there is none.
func (s *Study) base(c coverage.Criterion) *coverage.Total {
	if k := s.keptOf(c); k != nil {
		return k.total
	}
	return nil
}

// keptOf returns what the index has of a criterion, nil if nothing.
func (s *Study) keptOf(c coverage.Criterion) *kept {
	for _, k := range s.kept {
		if k.total.Criterion == c {
			return k
		}
	}
	return nil
}

// blockOf returns the block in which an element is; 0 if that is not known.
func (s *Study) blockOf(f *flow, e *coverage.Element) int32 {
	best := int32(0)
	switch e.Criterion {
	case coverage.Block:
		return int32(e.ID)
	case coverage.Edge:
		from, _, _ := strings.Cut(e.Detail, "->")
		for i := range s.Universe.Elements[coverage.Block] {
			if b := &s.Universe.Elements[coverage.Block][i]; b.File == e.File && b.Func == e.Func && b.Detail == "block "+from {
				return int32(b.ID)
			}
		}
	case coverage.Outcome:
		for i := range s.Universe.Elements[coverage.Block] {
			b := &s.Universe.Elements[coverage.Block][i]
			if x := &f.blocks[b.ID]; b.File == e.File && x.Line == int32(e.Line) && b.Func == e.Func && (best == 0 || x.Col == int32(e.Col)) {
				best = int32(b.ID)
			}
		}
	}
	if best != 0 {
		return best
	}
	// The last block of the function that begins before it and is not reached, as it is not.
	for i := range s.Universe.Elements[coverage.Block] {
		b := &s.Universe.Elements[coverage.Block][i]
		if b.File != e.File || b.Func != e.Func || b.Line > e.Line || s.reached(int32(b.ID)) {
			continue
		}
		if best == 0 || b.Line > s.Universe.Element(coverage.Block, uint32(best)).Line {
			best = int32(b.ID)
		}
	}
	return best
}

// why says why an element that no configuration covers is not covered; "" if that is not known.
func (s *Study) why(f *flow, e *coverage.Element) string {
	if f == nil || s.base(coverage.Block) == nil {
		return ""
	}
	start := s.blockOf(f, e)
	if start == 0 {
		return ""
	}
	if s.reached(start) { // an edge or an outcome of a block that is
		return s.blame(f, start, start)
	}
	seen := map[int32]bool{start: true}
	for work := []int32{start}; len(work) > 0; work = work[1:] {
		b := work[0]
		for _, p := range f.before[b] {
			if s.reached(p) {
				return s.blame(f, p, b)
			}
			if !seen[p] {
				seen[p] = true
				work = append(work, p)
			}
		}
		if x := &f.blocks[b]; x.Entry && slices.Contains(f.blocks[0].Refers, x.Func) {
			return fmt.Sprintf("it comes after %s(), which only pointers in objects lead to, and no call through one does", x.Func)
		}
	}
	if !s.Exact() {
		return "exploration stopped before it, or no way leads there from main"
	}
	return "no way leads there from main: nothing that is reached calls " + f.blocks[start].Func + "() or what calls it"
}

// blame says why a block that is reached does not lead to another one.
func (s *Study) blame(f *flow, from, to int32) string {
	e, b := s.Universe.Element(coverage.Block, uint32(from)), &f.blocks[from]
	if !slices.Contains(b.Next, to) && from != to {
		return fmt.Sprintf("%s:%d (%s) is reached and refers to %s(), but does not get as far as to call it", e.File, e.Line, e.Func, f.blocks[to].Func)
	}
	if b.Line == 0 {
		return fmt.Sprintf("%s:%d (%s) is reached, but what it calls does not return", e.File, e.Line, e.Func)
	}
	text := fmt.Sprintf("the branch at %s:%d (%s) is reached and never goes that way", e.File, b.Line, e.Func)
	if line := s.sourceLine(e.File, int(b.Line)); line != "" {
		text += ": `" + line + "`"
	}
	if on := s.dependsOn(b, from); on != "" {
		text += "; it looks at " + on
	}
	return text
}

// briefly shortens a reason for the margin of a function's source.
func briefly(why, file, function string) string {
	why = strings.ReplaceAll(strings.TrimPrefix(why, "the "), file+":", "line ")
	return strings.Replace(why, " ("+function+") is reached and never goes that way", "", 1)
}

// sourceLine returns a line of the program's source, "" if it cannot be read.
func (s *Study) sourceLine(file string, line int) string {
	if s.Source == nil {
		return ""
	}
	data, err := s.Source(file)
	if err != nil {
		return ""
	}
	for text := range strings.Lines(string(data)) {
		if line--; line == 0 {
			return strings.TrimSpace(text)
		}
	}
	return ""
}

// dependsOn says what a branch looks at: options first, then results of functions, then the rest.
func (s *Study) dependsOn(b *path.Block, id int32) string {
	var options, calls, rest []string
	for _, name := range b.Reads {
		switch text := s.optionOf(name, id); {
		case text != "":
			options = append(options, text)
		case strings.HasSuffix(name, "()"):
			calls = append(calls, name)
		case name != "":
			rest = append(rest, name)
		}
	}
	var parts []string
	parts = append(parts, options...)
	if len(calls) > 0 {
		parts = append(parts, "what "+strings.Join(few(calls, 3), ", ")+" returned")
	}
	if len(rest) > 0 && len(options) == 0 {
		parts = append(parts, strings.Join(few(rest, 4), ", ")+", as the tests' input has it")
	}
	return strings.Join(parts, ", and at ")
}

// few returns the first of a list, and how many there are besides.
func few(list []string, n int) []string {
	if len(list) <= n+1 {
		return list
	}
	return append(slices.Clone(list[:n]), fmt.Sprintf("%d more", len(list)-n))
}

// optionOf says which option an object holds, and why it has the values that it has where the block is reached; "" if it is none.
func (s *Study) optionOf(object string, block int32) string {
	prefix := ""
	for o := range s.Space.Options {
		opt := &s.Space.Options[o]
		if opt.Object == object {
			return s.optionAt(o, block)
		}
		if p, ok := strings.CutSuffix(opt.Object, opt.Name); ok {
			prefix = p
		}
	}
	for _, f := range s.Run.Fixed {
		for _, name := range f.Options {
			if object != prefix+name {
				continue
			}
			text := "option " + name + ", which is symbolic in no test (" + f.Reason + ")"
			var sets []string
			for i := range s.Tests {
				for _, c := range s.Tests[i].concrete() {
					if c.Name == name && !slices.Contains(sets, c.Value) {
						sets = append(sets, c.Value)
					}
				}
			}
			if len(sets) > 0 {
				text += "; tests set " + strings.Join(few(sets, 3), ", ")
			}
			return text
		}
	}
	return ""
}

// optionAt says what values a symbolic option has where a block is reached.
func (s *Study) optionAt(o int, block int32) string {
	t := s.base(coverage.Block)
	name := s.Space.Options[o].Name
	var tests []string
	for _, j := range t.TestsOf(uint32(block)) {
		tests = append(tests, t.Tests[j].Test.Name)
	}
	set := 0
	value := ""
	for i := range s.Tests {
		if !slices.Contains(tests, s.Tests[i].Test) {
			continue
		}
		for _, c := range s.Tests[i].concrete() {
			if c.Name == name {
				set, value = set+1, c.Value
			}
		}
	}
	if set > 0 && set == len(tests) {
		return fmt.Sprintf("option %s, which all tests that get there set themselves (%s=%s)", name, name, value)
	}
	values := s.Sets.Project(t.Condition(uint32(block)), []int{o})
	if values == confspace.Full {
		return "option " + name + ", which has every value there"
	}
	text, _ := s.Sets.FormulaText(values, confspace.Full, 4)
	return fmt.Sprintf("option %s, of which only %s gets there", name, text)
}
