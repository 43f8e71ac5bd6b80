package reports

import (
	"bytes"
	"fmt"
	"math"
	"os"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/confcov/confcov/coverage"
	"github.com/confcov/confcov/explore/path"
	"github.com/confcov/confcov/interactions"
	"github.com/confcov/confcov/subjects/confspace"
)

// TestDissertation: what is said of the dissertation agrees with itself, as far as one table follows from others.
func TestDissertation(t *testing.T) {
	d := dissertation()
	if len(d.Subjects) != 3 || d.of("ngircd-0.12.0") != &d.Subjects[1] || d.of("example") != nil {
		t.Fatalf("%d subjects", len(d.Subjects))
	}
	for i := range d.Subjects {
		s := &d.Subjects[i]
		if n := len(s.Options); n != s.Statistics["options"] || n != s.Statistics["booleans"]+s.Statistics["integers"] {
			t.Errorf("%s: figure B.8 has %d options, Table 4.2 %v", s.Name, n, s.Statistics)
		}
		for _, c := range coverage.Criteria() {
			sum := 0
			for _, n := range s.Sets[c.String()] {
				sum += n
			}
			percent := coverage.Count{Covered: sum, Total: s.Statistics[c.String()]}.Percent()
			if want := float64(s.Summary.Percent[c.String()]); math.Abs(percent-want) > 0.51 {
				t.Errorf("%s: %.2f%% of the %ss by Table 4.5, %.0f%% by Table 4.3", s.Name, percent, c, want)
			}
		}
		for mode, paths := range s.Summary.Paths {
			if average := float64(paths) / float64(s.Statistics["tests"]); math.Abs(average-float64(s.Summary.Average[mode])) > 1 {
				t.Errorf("%s: %.1f paths a test, Table 4.3 says %d", s.Name, average, s.Summary.Average[mode])
			}
		}
		counts := make([]int, len(s.Strengths["line"]))
		seen := map[string]bool{}
		names := s.optionNames()
		for _, x := range s.interactions() {
			counts[len(x)-1]++
			seen[fmt.Sprint(x)] = true
			for _, setting := range x {
				if name, _, _ := strings.Cut(setting, "="); !slices.Contains(names, name) {
					t.Errorf("%s: figure B.8 has no option for %s", s.Name, setting)
				}
			}
		}
		if !slices.Equal(counts, s.Strengths["line"]) || len(seen) != len(s.interactions()) {
			t.Errorf("%s: appendix B has %v interactions by strength, Table 4.4 %v", s.Name, counts, s.Strengths["line"])
		}
	}
	var all []string
	for _, x := range d.of("vsftpd").interactions() {
		all = append(all, strings.Join(x, ","))
	}
	want, err := os.ReadFile("testdata/appendix-b.txt")
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Fields(string(want))
	slices.Sort(all)
	slices.Sort(lines)
	if !slices.Equal(all, lines) {
		t.Errorf("figure B.7 has other interactions than the authors' path data")
	}
}

// expandGroups returns the interactions that a row stands for.
func expandGroups(row string) [][]string {
	all := [][]string{nil}
	for _, part := range splitOutside(row, ':') {
		var choices []string
		inner := []string{part}
		if rest, ok := strings.CutPrefix(part, "{"); ok {
			inner = splitOutside(strings.TrimSuffix(rest, "}"), ',')
		}
		for _, one := range inner {
			for _, x := range expandRow(one) {
				choices = append(choices, x[0])
			}
		}
		var next [][]string
		for _, head := range all {
			for _, c := range choices {
				next = append(next, append(slices.Clone(head), c))
			}
		}
		all = next
	}
	return all
}

// splitOutside splits a text at a separator that is not in braces.
func splitOutside(text string, sep byte) []string {
	var parts []string
	start, depth := 0, 0
	for i := range len(text) {
		switch text[i] {
		case '{':
			depth++
		case '}':
			depth--
		case sep:
			if depth == 0 {
				parts = append(parts, text[start:i])
				start = i + 1
			}
		}
	}
	return append(parts, text[start:])
}

func sortedText(parts []string) string {
	slices.Sort(parts)
	return strings.Join(parts, ",")
}

// TestAppendixRows: rows stand for just the interactions that they are made of, however many settings are written as one.
func TestAppendixRows(t *testing.T) {
	space := &confspace.Space{Options: []confspace.Option{
		{Name: "a", Domain: confspace.Bool()},
		{Name: "b", Domain: confspace.Bool()},
		{Name: "n", Domain: confspace.Domain{Kind: confspace.DomainRange, Max: 3, Bits: 32, Signed: true}},
		{Name: "m", Domain: confspace.Domain{Kind: confspace.DomainRange, Max: 3, Bits: 32, Signed: true}},
	}}
	rapid.Check(t, func(r *rapid.T) {
		seen := map[string]bool{}
		var list []confspace.Settings
		for range rapid.IntRange(0, 12).Draw(r, "interactions") {
			var x []confspace.Setting
			for o := range space.Options {
				if rapid.Bool().Draw(r, "set") {
					x = append(x, confspace.Setting{Option: o, Value: int64(rapid.IntRange(0, 1+o/2*2).Draw(r, "value"))})
				}
			}
			s, err := confspace.MakeSettings(x...)
			if err != nil {
				r.Fatal(err)
			}
			if text := sortedText(strings.Split(space.FormatSettings(s), ",")); len(s) > 0 && !seen[text] {
				seen[text] = true
				list = append(list, s)
			}
		}
		slices.SortStableFunc(list, func(a, b confspace.Settings) int { return len(a) - len(b) })
		got := map[string]bool{}
		for _, row := range mergeRows(space, list) {
			for _, x := range expandGroups(row.text) {
				text := sortedText(x)
				if got[text] {
					r.Fatalf("%s is in two rows", text)
				}
				got[text] = true
			}
		}
		if len(got) != len(seen) {
			r.Fatalf("%d interactions of %d", len(got), len(seen))
		}
		for text := range seen {
			if !got[text] {
				r.Fatalf("%s is in no row", text)
			}
		}
	})
}

// TestChapter: the page of the example, as if it were a release of a subject of the dissertation.
func TestChapter(t *testing.T) {
	opts := Options{Guarantee: interactions.ByTest, Each: true}
	s, err := Load(exampleRun(t), opts)
	if err != nil {
		t.Fatal(err)
	}
	s.Run.Subject.Name, s.Run.Subject.Version = "vsftpd", "0"
	s.Space.Options[0].Name = "listen"
	c := &Chapter{Failed: []Failure{{"grep", "its source cannot be fetched"}}}
	if err := c.Add(s, opts); err != nil {
		t.Fatal(err)
	}
	for _, f := range c.Files() {
		var b bytes.Buffer
		if err := f.Write(&b); err != nil {
			t.Fatalf("%s: %v", f.Name, err)
		}
		switch f.Name {
		case "study.md", "study.html":
			golden(t, f.Name, b.Bytes())
		case "figures/vsftpd-4.6.svg":
			if text := b.String(); !strings.HasPrefix(text, `<svg xmlns="http://www.w3.org/2000/svg" `) || !strings.Contains(text, "<style>") {
				t.Errorf("%s: %.200s", f.Name, text)
			}
		}
	}
	costs := &Costs{Processors: 2, Subjects: []Cost{
		{Subject: "vsftpd", Wall: 84.4, Processor: 150, Memory: 3e9, Parts: 1, Jobs: 2},
		{Subject: "grep", Wall: 7500, Parts: 2},
	}}
	var b bytes.Buffer
	if err := costs.Files()[0].Write(&b); err != nil {
		t.Fatal(err)
	}
	golden(t, "costs.md", b.Bytes())
}

// TestLead: a page of the dissertation's own releases does not say that they are newer ones.
func TestLead(t *testing.T) {
	there := dissertation().of("ngircd")
	for version, want := range map[string]string{there.Version: "same releases", "27": "current releases"} {
		c := &Chapter{pairs: []pair{{here: &Study{Run: &path.Run{Subject: path.Subject{Name: "ngircd", Version: version}}}, there: there}}}
		if text := c.lead()[0]; !strings.Contains(text, want) || strings.Contains(text, "Options of 2011") {
			t.Errorf("%s: %s", version, text)
		}
	}
}

// TestSummed: what covering sets have no column for is added up, and their sizes are of all.
func TestSummed(t *testing.T) {
	tab := &Table{Columns: []Column{{"release", "Release"}, {"what", ""}}, Rows: [][]any{{"1", "here"}, {"2", "here"}}}
	for n := range maxColumns + 3 {
		tab.Columns = append(tab.Columns, Column{fmt.Sprint("c", n+1), fmt.Sprint(n + 1)})
		tab.Rows[0] = append(tab.Rows[0], 100-n)
		tab.Rows[1] = append(tab.Rows[1], any(nil))
	}
	tab.Rows[1][2] = Bounded{7, MoreOrFewer}
	got := summed(tab)
	if name := got.Columns[len(got.Columns)-1].Name; name != "13-15" || len(tab.Rows[0]) != 2+maxColumns+3 {
		t.Errorf("the last column is %q; the table has %d", name, len(tab.Rows[0]))
	}
	for i, want := range [][3]string{{"15", "100", "261"}, {"~ 1", "~ 7", "-"}} {
		row := got.Rows[i]
		if len(row) != len(got.Columns) {
			t.Fatalf("row %d has %d cells of %d", i, len(row), len(got.Columns))
		}
		if cells := [3]string{pretty(row[2]), pretty(row[3]), pretty(row[len(row)-1])}; cells != want {
			t.Errorf("row %d: %q, want %q", i, cells, want)
		}
	}
	if got := summed(&Table{Columns: tab.Columns[:4], Rows: [][]any{{"1", "here", 5, 3}}}); len(got.Columns) != 5 || pretty(got.Rows[0][2]) != "2" {
		t.Errorf("%d columns, %v", len(got.Columns), got.Rows)
	}
}

// TestNames: subjects are called as the dissertation spells them, releases apart.
func TestNames(t *testing.T) {
	for name, want := range map[[2]string]string{
		{"ngircd", "27"}: "ngIRCd", {"ngircd-0.12.0", "0.12.0"}: "ngIRCd", {"vsftpd-2.0.7", "2.0.7"}: "vsftpd", {"example", "1"}: "example", {"grep-new", "3"}: "grep-new",
	} {
		p := pair{here: &Study{Run: &path.Run{Subject: path.Subject{Name: name[0], Version: name[1]}}}, there: dissertation().of(name[0])}
		if got := p.name(); got != want {
			t.Errorf("%v is called %s, want %s", name, got, want)
		}
	}
}

// TestPublishedNames: the dissertation calls options of grep as the variables that hold them.
func TestPublishedNames(t *testing.T) {
	s := &Study{Space: &confspace.Space{Options: []confspace.Option{
		{Name: "DNS", Domain: confspace.Bool()},
		{Name: "ignore_case", Object: "grep.c:match_icase", Domain: confspace.Bool()},
	}}}
	for name, want := range map[string]int{"match_icase": 1, "IGNORE_case": 1, "dns": 0, "NoDNS": -1, "icase": -1} {
		if got := s.optionCalled(name); got != want {
			t.Errorf("%s is option %d, want %d", name, got, want)
		}
	}
}

// TestToday: settings of the dissertation that are others today are found as these.
func TestToday(t *testing.T) {
	space := &confspace.Space{Options: []confspace.Option{{Name: "DNS", Domain: confspace.Bool()}, {Name: "UID", Domain: confspace.Bool()}}}
	s := &Study{Space: space, Values: [][]int64{{0, 1}, {0, 1}}}
	r := &Result{Analysis: &interactions.Analysis{Interactions: []interactions.Interaction{
		{Settings: confspace.Settings{{Option: 0, Value: 1}}},
		{Settings: confspace.Settings{{Option: 0, Value: 0}, {Option: 1, Value: 1}}},
	}}}
	d := dissertation().of("ngircd")
	all := [][]string{{"NoDNS=0"}, {"NoDNS=1"}, {"NoDNS=1", "UID=1"}, {"NoDNS=0", "UID=1"}}
	if same, part := s.common(r, all, d.Today); same != 2 || part != 1 {
		t.Errorf("%d are the same and %d part, want 2 and 1", same, part)
	}
	if same, _ := s.common(r, all, nil); same != 0 {
		t.Errorf("%d are the same without another name", same)
	}
	if got, want := d.todayText(s), "NoDNS=0 with DNS=1, NoDNS=1 with DNS=0"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if s.possible("NoDNS=0", nil) || !s.possible("NoDNS=0", d.Today) || s.possible("PredefChannelsOnly=0", d.Today) {
		t.Error("what is possible")
	}
}
