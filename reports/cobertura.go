package reports

// This file writes coverage as Cobertura's XML, which GitLab, Jenkins, Azure and gcovr's users read. Format: coverage-04.dtd.

import (
	"encoding/xml"
	"fmt"
	"io"
	"path"
	"strconv"
)

const coberturaDoctype = `<!DOCTYPE coverage SYSTEM "http://cobertura.sourceforge.net/xml/coverage-04.dtd">`

type coberturaRates struct {
	Line       string `xml:"line-rate,attr"`
	Branch     string `xml:"branch-rate,attr"`
	Complexity string `xml:"complexity,attr"` // not measured
}

type coberturaReport struct {
	XMLName xml.Name `xml:"coverage"`
	coberturaRates
	LinesCovered    int                `xml:"lines-covered,attr"`
	LinesValid      int                `xml:"lines-valid,attr"`
	BranchesCovered int                `xml:"branches-covered,attr"`
	BranchesValid   int                `xml:"branches-valid,attr"`
	Version         string             `xml:"version,attr"`
	Timestamp       int                `xml:"timestamp,attr"` // 0: equal runs give equal files
	Sources         []string           `xml:"sources>source"`
	Packages        []coberturaPackage `xml:"packages>package"`
}

type coberturaPackage struct {
	Name string `xml:"name,attr"`
	coberturaRates
	Classes []coberturaClass `xml:"classes>class"`
	sum     coberturaSum
}

type coberturaClass struct {
	Name string `xml:"name,attr"`
	File string `xml:"filename,attr"`
	coberturaRates
	Methods []coberturaMethod `xml:"methods>method"`
	Lines   []coberturaLine   `xml:"lines>line"`
}

type coberturaMethod struct {
	Name      string `xml:"name,attr"`
	Signature string `xml:"signature,attr"`
	coberturaRates
	Lines []coberturaLine `xml:"lines>line"`
}

type coberturaLine struct {
	Number     uint32               `xml:"number,attr"`
	Hits       int                  `xml:"hits,attr"`
	Branch     bool                 `xml:"branch,attr"`
	Coverage   string               `xml:"condition-coverage,attr,omitempty"`
	Conditions *coberturaConditions `xml:"conditions"`
}

type coberturaConditions struct {
	List []coberturaCondition `xml:"condition"`
}

type coberturaCondition struct {
	Number   int    `xml:"number,attr"`
	Type     string `xml:"type,attr"`
	Coverage string `xml:"coverage,attr"`
}

// coberturaSum adds up what rates are made of.
type coberturaSum struct{ lines, covered, outcomes, taken int }

func (c *coberturaSum) add(o coberturaSum) {
	c.lines, c.covered, c.outcomes, c.taken = c.lines+o.lines, c.covered+o.covered, c.outcomes+o.outcomes, c.taken+o.taken
}

// addLine counts a line.
func (c *coberturaSum) addLine(l *lineCoverage) {
	n, taken := l.outcomes()
	one := coberturaSum{lines: 1, outcomes: n, taken: taken}
	if l.tests > 0 {
		one.covered = 1
	}
	c.add(one)
}

// rates returns the shares, 1 of nothing; rounded down, so that only what is complete has 1.
func (c coberturaSum) rates() coberturaRates {
	return coberturaRates{Line: rate(c.covered, c.lines), Branch: rate(c.taken, c.outcomes), Complexity: "0"}
}

func rate(n, of int) string {
	if n == of {
		return "1"
	}
	return strconv.FormatFloat(float64(n*10000/of)/10000, 'g', -1, 64)
}

// wholePercent is rate as a percentage.
func wholePercent(n, of int) string {
	if n == of {
		return "100%"
	}
	return fmt.Sprintf("%d%%", n*100/of)
}

// Cobertura writes lines, functions as methods, files as classes, folders as packages, and the outcomes of conditions as branches. Counts are those
// of Lcov. Files are below root. Of an incomplete study the counts are lower bounds, and a comment says so.
func (s *Study) Cobertura(w io.Writer, root string) error {
	report := coberturaReport{Version: "confcov " + s.Run.Confcov, Sources: []string{root}}
	var sum coberturaSum
	index := map[string]int{}
	for _, f := range s.fileCoverages() {
		class, n := f.cobertura()
		sum.add(n)
		folder := path.Dir(f.file)
		if folder == "." {
			folder = s.Run.Subject.Name
		}
		i, ok := index[folder]
		if !ok {
			i = len(report.Packages)
			index[folder] = i
			report.Packages = append(report.Packages, coberturaPackage{Name: folder})
		}
		p := &report.Packages[i]
		p.Classes = append(p.Classes, class)
		p.sum.add(n)
		p.coberturaRates = p.sum.rates()
	}
	report.coberturaRates = sum.rates()
	report.LinesValid, report.LinesCovered, report.BranchesValid, report.BranchesCovered = sum.lines, sum.covered, sum.outcomes, sum.taken
	if _, err := io.WriteString(w, xml.Header+coberturaDoctype+"\n"); err != nil {
		return err
	}
	e := xml.NewEncoder(w)
	e.Indent("", " ")
	if !s.Exact() {
		for _, n := range s.notes() {
			if err := e.EncodeToken(xml.Comment(commentText(" At least: " + n + " "))); err != nil {
				return err
			}
		}
	}
	if err := e.Encode(report); err != nil {
		return err
	}
	_, err := io.WriteString(w, "\n")
	return err
}

// cobertura returns the file as a class, with its sums.
func (f *fileCoverage) cobertura() (coberturaClass, coberturaSum) {
	class := coberturaClass{Name: path.Base(f.file), File: f.file}
	var sum coberturaSum
	sums := make([]coberturaSum, len(f.functions))
	at := map[string]int{}
	for i, fn := range f.functions {
		at[fn.name] = i
		class.Methods = append(class.Methods, coberturaMethod{Name: fn.name, Signature: "()"})
	}
	for i := range f.lines {
		l := &f.lines[i]
		line := l.cobertura()
		class.Lines = append(class.Lines, line)
		sum.addLine(l)
		if m, ok := at[l.function]; ok {
			class.Methods[m].Lines = append(class.Methods[m].Lines, line)
			sums[m].addLine(l)
		}
	}
	for i := range sums {
		class.Methods[i].coberturaRates = sums[i].rates()
	}
	class.coberturaRates = sum.rates()
	return class, sum
}

func (l *lineCoverage) cobertura() coberturaLine {
	line := coberturaLine{Number: l.number, Hits: l.tests}
	n, taken := l.outcomes()
	if n == 0 {
		return line
	}
	line.Branch, line.Conditions = true, &coberturaConditions{}
	line.Coverage = fmt.Sprintf("%s (%d/%d)", wholePercent(taken, n), taken, n)
	for i, c := range l.conditions {
		covered := 0
		for _, tests := range c {
			if tests > 0 {
				covered++
			}
		}
		kind := "jump"
		if len(c) > 2 {
			kind = "switch"
		}
		line.Conditions.List = append(line.Conditions.List, coberturaCondition{Number: i, Type: kind, Coverage: wholePercent(covered, len(c))})
	}
	return line
}

// commentText returns text as it may stand in a comment of XML.
func commentText(text string) string {
	out := make([]rune, 0, len(text))
	for _, r := range text {
		if r == '-' && len(out) > 0 && out[len(out)-1] == '-' {
			out = append(out, ' ')
		}
		out = append(out, r)
	}
	return string(out)
}
