package reports

// This file writes coverage in lcov's tracefile format, which genhtml, Codecov and editors read. Format: geninfo(1).

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/confcov/confcov/coverage"
)

// fileCoverage is the coverage of a source file by all tests together, as formats for other tools have it. What these call a count is the
// number of tests that cover something under at least one configuration.
type fileCoverage struct {
	file      string
	functions []functionCoverage // by first line
	lines     []lineCoverage     // by number
}

type functionCoverage struct {
	name  string
	first uint32 // line of code
	tests int
}

type lineCoverage struct {
	number     uint32
	function   string
	counted    bool // it is an element, not a later line of a statement
	tests      int
	conditions [][]int // by condition and outcome; -1: the condition is never evaluated
}

// fileCoverages returns the coverage of all files by name; of criteria that were not analysed there is nothing.
func (s *Study) fileCoverages() []fileCoverage {
	var out []fileCoverage
	lines, outcomes := s.Result(coverage.Line), s.Result(coverage.Outcome)
	for _, file := range s.Universe.Files() {
		f := fileCoverage{file: file}
		at := map[uint32]int{} // line number: index into f.lines
		line := func(e *coverage.Element) *lineCoverage {
			i, ok := at[e.Line]
			if !ok {
				i = len(f.lines)
				at[e.Line] = i
				f.lines = append(f.lines, lineCoverage{number: e.Line, function: e.Func})
			}
			return &f.lines[i]
		}
		if lines != nil {
			f.addLines(lines.Total, s.Universe.At(coverage.Line, file, 0), line)
		}
		if outcomes != nil {
			addOutcomes(outcomes.Total, s.Universe.At(coverage.Outcome, file, 0), line)
		}
		slices.SortFunc(f.lines, func(a, b lineCoverage) int { return cmp.Compare(a.number, b.number) })
		if lines != nil {
			f.moveConditions()
		}
		out = append(out, f)
	}
	return out
}

// addLines adds the lines of a file, and the functions that they belong to: a test that covers one of a function's lines calls it.
func (f *fileCoverage) addLines(t *coverage.Total, elements []*coverage.Element, line func(*coverage.Element) *lineCoverage) {
	functions := map[string]*functionCoverage{}
	callers := map[string]map[int]bool{}
	for _, e := range elements {
		tests := t.TestsOf(e.ID)
		l := line(e)
		l.counted, l.tests = true, len(tests)
		if e.Func == "" {
			continue
		}
		if functions[e.Func] == nil {
			functions[e.Func], callers[e.Func] = &functionCoverage{name: e.Func, first: e.Line}, map[int]bool{}
		}
		fn := functions[e.Func]
		fn.first = min(fn.first, e.Line)
		for _, test := range tests {
			callers[e.Func][test] = true
		}
		fn.tests = len(callers[e.Func])
	}
	for _, fn := range functions {
		f.functions = append(f.functions, *fn)
	}
	slices.SortFunc(f.functions, func(a, b functionCoverage) int {
		return cmp.Or(cmp.Compare(a.first, b.first), strings.Compare(a.name, b.name))
	})
}

// moveConditions moves the conditions of lines that aren't elements to the preceding line, on which their statement begins.
func (f *fileCoverage) moveConditions() {
	kept := f.lines[:0]
	for _, l := range f.lines {
		if n := len(kept); !l.counted && n > 0 && kept[n-1].function == l.function {
			kept[n-1].conditions = append(kept[n-1].conditions, l.conditions...)
			continue
		}
		kept = append(kept, l)
	}
	f.lines = kept
}

// addOutcomes adds the outcomes of a file's conditions to the lines.
func addOutcomes(t *coverage.Total, elements []*coverage.Element, line func(*coverage.Element) *lineCoverage) {
	slices.SortStableFunc(elements, compareConditions)
	for len(elements) > 0 {
		first := elements[0]
		n := 1
		for n < len(elements) && compareConditions(first, elements[n]) == 0 {
			n++
		}
		counts := make([]int, n)
		for i, e := range elements[:n] {
			counts[i] = len(t.TestsOf(e.ID))
		}
		if slices.Max(counts) == 0 {
			for i := range counts {
				counts[i] = -1
			}
		}
		l := line(first)
		l.conditions = append(l.conditions, counts)
		elements = elements[n:]
	}
}

// compareConditions orders the conditions of outcomes by place. Conditions at one place, as in an expanded macro, are numbered in Detail.
func compareConditions(a, b *coverage.Element) int {
	_, x, _ := strings.Cut(a.Detail, " (")
	_, y, _ := strings.Cut(b.Detail, " (")
	return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Col, b.Col), strings.Compare(a.Func, b.Func), cmp.Compare(len(x), len(y)), strings.Compare(x, y))
}

// counts returns how many there are and how many of them are covered.
func (f *fileCoverage) counts() (lines, coveredLines, functions, coveredFunctions, outcomes, coveredOutcomes int) {
	for i := range f.lines {
		if f.lines[i].tests > 0 {
			coveredLines++
		}
		n, covered := f.lines[i].outcomes()
		outcomes, coveredOutcomes = outcomes+n, coveredOutcomes+covered
	}
	for _, fn := range f.functions {
		if fn.tests > 0 {
			coveredFunctions++
		}
	}
	return len(f.lines), coveredLines, len(f.functions), coveredFunctions, outcomes, coveredOutcomes
}

// outcomes returns how many outcomes the line's conditions have and how many of them are covered.
func (l *lineCoverage) outcomes() (n, covered int) {
	for _, c := range l.conditions {
		for _, tests := range c {
			n++
			if tests > 0 {
				covered++
			}
		}
	}
	return n, covered
}

// Lcov writes lines, functions, and the outcomes of conditions as branches. The count of each is the number of tests that cover it under
// at least one configuration. Files are below root; with "" their names are those that the compiler was given. Of an incomplete study the counts are
// lower bounds: comments say so, and the name of the test, which tools show.
func (s *Study) Lcov(w io.Writer, root string) error {
	b := bufio.NewWriter(w)
	name := s.Run.Subject.Name
	if !s.Exact() {
		name += "_at_least"
		for _, n := range s.notes() {
			fmt.Fprintf(b, "# At least: %s\n", strings.ReplaceAll(n, "\n", " "))
		}
	}
	for _, f := range s.fileCoverages() {
		fmt.Fprintf(b, "TN:%s\nSF:%s\n", name, below(root, f.file))
		lines, coveredLines, functions, coveredFunctions, outcomes, coveredOutcomes := f.counts()
		for _, fn := range f.functions {
			fmt.Fprintf(b, "FN:%d,%s\n", fn.first, fn.name)
		}
		for _, fn := range f.functions {
			fmt.Fprintf(b, "FNDA:%d,%s\n", fn.tests, fn.name)
		}
		fmt.Fprintf(b, "FNF:%d\nFNH:%d\n", functions, coveredFunctions)
		for i := range f.lines {
			f.lines[i].branches(b)
		}
		fmt.Fprintf(b, "BRF:%d\nBRH:%d\n", outcomes, coveredOutcomes)
		for _, l := range f.lines {
			fmt.Fprintf(b, "DA:%d,%d\n", l.number, l.tests)
		}
		fmt.Fprintf(b, "LF:%d\nLH:%d\nend_of_record\n", lines, coveredLines)
	}
	return b.Flush()
}

// branches writes the outcomes of a line: each condition is a block of branches.
func (l *lineCoverage) branches(b *bufio.Writer) {
	for block, counts := range l.conditions {
		for branch, n := range counts {
			taken := "-"
			if n >= 0 {
				taken = fmt.Sprint(n)
			}
			fmt.Fprintf(b, "BRDA:%d,%d,%d,%s\n", l.number, block, branch, taken)
		}
	}
}

// below returns the name of a file of the program in folder root.
func below(root, file string) string {
	if root == "" || filepath.IsAbs(file) {
		return file
	}
	return filepath.Join(root, file)
}
