package reports

// This file writes what a study cost, here and there.

import (
	"fmt"
	"io"
	"slices"
	"strings"
)

// Cost is what one subject cost: exploration and analyses, over all attempts if it was interrupted.
type Cost struct {
	Subject   string  `json:"subject"`
	Run       string  `json:"run"`               // digest of the run that it is about
	Wall      float64 `json:"wall_seconds"`      //
	Processor float64 `json:"processor_seconds"` // 0: not known
	Memory    int64   `json:"memory_bytes"`      // at most, of one process; 0: not known
	Parts     int     `json:"parts"`             // in how many attempts
	Jobs      int     `json:"jobs"`              // tests explored at a time; 0: not known
}

// Costs is what a study cost on one machine.
type Costs struct {
	Processors int    `json:"processors"`
	Model      string `json:"model,omitempty"` // of the processors; "": not known
	Subjects   []Cost `json:"subjects"`

	Native []NativeCost `json:"native,omitempty"` // what was measured of the runs
}

// Files returns the page of the costs.
func (c *Costs) Files() []ChapterFile {
	return []ChapterFile{{costsName + ".md", c.markdown}, {costsName + ".html", c.html}}
}

// table returns the costs as a table.
func (c *Costs) table() *Table {
	t := &Table{Name: "costs", Columns: []Column{
		{"subject", "Subject"}, {"wall_seconds", "Wall-clock time"}, {"processor_seconds", "Processor time"}, {"memory_bytes", "Memory at most"}, {"jobs", "Tests at a time"}, {"parts", "Attempts"},
	}}
	sum := Cost{Subject: "all"}
	row := func(x *Cost) {
		cells := []any{x.Subject, duration(x.Wall), nil, nil, nil, x.Parts}
		if x.Processor > 0 {
			cells[2] = duration(x.Processor)
		}
		if x.Memory > 0 {
			cells[3] = fmt.Sprintf("%.1f GB", float64(x.Memory)/1e9)
		}
		if x.Jobs > 0 {
			cells[4] = x.Jobs
		}
		t.Rows = append(t.Rows, cells)
	}
	for i := range c.Subjects {
		x := &c.Subjects[i]
		sum.Wall, sum.Processor, sum.Memory = sum.Wall+x.Wall, sum.Processor+x.Processor, max(sum.Memory, x.Memory)
		row(x)
	}
	if len(c.Subjects) > 1 {
		if slices.ContainsFunc(c.Subjects, func(x Cost) bool { return x.Processor == 0 }) {
			sum.Processor, sum.Memory = 0, 0
		}
		row(&sum)
		t.Rows[len(t.Rows)-1][5] = nil
	}
	return t
}

// duration writes seconds for people.
func duration(seconds float64) string {
	s := int64(seconds + 0.5)
	switch {
	case seconds < 10:
		return fmt.Sprintf("%.1f s", seconds)
	case s < 120:
		return fmt.Sprintf("%d s", s)
	case s < 2*60*60:
		return fmt.Sprintf("%d min %d s", s/60, s%60)
	}
	return fmt.Sprintf("%d h %d min", s/3600, s/60%60)
}

// lines says what the costs are of.
func (c *Costs) lines() []string {
	machine := fmt.Sprintf("one machine with %s", many(c.Processors, "processor"))
	if c.Model != "" {
		machine += " (" + c.Model + ")"
	}
	d := dissertation().Cost
	here := "Here: " + machine + ". The times are for exploring all tests under all configurations, for all criteria, and for the analyses; fetching sources is not included."
	if slices.ContainsFunc(c.Subjects, func(x Cost) bool { return x.Processor == 0 }) {
		here += " For runs that existed before, they come from the runs' files."
	}
	return []string{here, fmt.Sprintf("The dissertation: about %d weeks on about %d machines, for %s (section %s).", d.Weeks, d.Machines, d.What, d.Section)}
}

func (c *Costs) markdown(w io.Writer) error {
	var b strings.Builder
	b.WriteString("# What the study cost\n")
	for _, text := range c.lines() {
		fmt.Fprintf(&b, "\n%s\n", markdownText(text))
	}
	b.WriteByte('\n')
	if err := c.table().Write(&b, FormatMarkdown); err != nil {
		return err
	}
	if len(c.Native) > 0 {
		fmt.Fprintf(&b, "\n## Natively\n\n%s\n\n", markdownText(nativeLine))
		if err := c.nativeTable().Write(&b, FormatMarkdown); err != nil {
			return err
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func (c *Costs) html(w io.Writer) error {
	sections := []section{{Title: "By subject", Table: c.table()}}
	if len(c.Native) > 0 {
		sections = append(sections, section{Title: "Natively", Text: []string{nativeLine}, Table: c.nativeTable()})
	}
	return chapterPage.Execute(w, chapterData{Title: "What the study cost", Style: chapterStyle, Lead: c.lines(), Sections: sections})
}
