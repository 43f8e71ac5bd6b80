package reports

// This file defines tables and writes them as text, JSON, CSV and Markdown.

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"github.com/olekukonko/tablewriter"
	"github.com/olekukonko/tablewriter/renderer"
	"github.com/olekukonko/tablewriter/tw"
)

// Format is how a table is written.
type Format uint8

const (
	FormatInvalid Format = iota
	FormatTable          // for a terminal
	FormatJSON
	FormatCSV
	FormatMarkdown
)

var formatNames = []string{FormatInvalid: "invalid", FormatTable: "table", FormatJSON: "json", FormatCSV: "csv", FormatMarkdown: "markdown"}

// String returns the name of f.
func (f Format) String() string {
	if int(f) < len(formatNames) {
		return formatNames[f]
	}
	return fmt.Sprintf("format(%d)", uint8(f))
}

// ParseFormat returns the format that is called name; text is another name of table.
func ParseFormat(name string) (Format, error) {
	if name == "text" {
		return FormatTable, nil
	}
	for i, n := range formatNames {
		if i > 0 && n == name {
			return Format(i), nil
		}
	}
	return FormatInvalid, fmt.Errorf("unknown format %q: want table, json, csv or markdown", name)
}

// Column is a column of a table.
type Column struct {
	Key  string // name in JSON and CSV: lower case with underscores; stable
	Name string // heading for people; "": the column is for programs and left out of text and Markdown
}

// Percent is a percentage, 0 to 100. It is rounded to these two only if it is one of them: 4,668 of 4,669 lines are not 100%.
type Percent float64

// rounded returns p with two decimals.
func (p Percent) rounded() float64 {
	switch r := math.Round(float64(p)*100) / 100; {
	case r == 100 && p < 100:
		return 99.99
	case r == 0 && p > 0:
		return 0.01
	default:
		return r
	}
}

// text returns p for people, with one decimal.
func (p Percent) text() string {
	switch {
	case p < 100 && p >= 99.95:
		return ">99.9%"
	case p > 0 && p < 0.05:
		return "<0.1%"
	}
	return strconv.FormatFloat(float64(p), 'f', 1, 64) + "%"
}

// Whole is a percentage that is known as an integer only.
type Whole int

// deferred is a cell that is a []string, which is made for programs alone: people see the columns that have a heading.
type deferred func() []string

// Table is a table of results. A cell is nil (does not apply), a string, an
// integer (a *big.Int is a decimal string in JSON), a bool, a float64, a Percent, a Whole, a []string, or one of these in a Bounded.
type Table struct {
	Name    string // identifies the table in JSON: lower case with underscores; stable
	Title   string // for people
	Columns []Column
	Rows    [][]any
	Notes   []string // what a reader must know about the numbers, such as that they are incomplete
	Brief   int      // people see so many rows that begin alike, on a terminal; 0: all
}

// Write writes the table to w.
func (t *Table) Write(w io.Writer, f Format) error {
	switch f {
	case FormatJSON:
		return writeJSON(w, t)
	case FormatCSV:
		return t.writeCSV(w)
	case FormatMarkdown:
		return t.writeMarkdown(w)
	case FormatTable:
		return Layout{}.Write(w, t)
	}
	return fmt.Errorf("write table %s: %s", t.Name, f)
}

// WriteTables writes several tables: in JSON as one array, else one after another.
func WriteTables(w io.Writer, f Format, tables ...*Table) error {
	if f == FormatJSON {
		return writeJSON(w, tables)
	}
	for i, t := range tables {
		if i > 0 {
			if _, err := io.WriteString(w, "\n"); err != nil {
				return err
			}
		}
		if err := t.Write(w, f); err != nil {
			return err
		}
	}
	return nil
}

// MarshalJSON writes {"table", "title", "columns", "rows", "notes"}, a row being an object with the columns' keys in their order.
func (t *Table) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	field := func(name string, v any) error {
		fmt.Fprintf(&b, "%q:", name)
		return encoder(&b).Encode(v)
	}
	keys := make([]string, len(t.Columns))
	for i, c := range t.Columns {
		keys[i] = c.Key
	}
	b.WriteByte('{')
	for _, f := range []struct {
		name string
		v    any
	}{{"table", t.Name}, {"title", t.Title}, {"columns", keys}} {
		if err := field(f.name, f.v); err != nil {
			return nil, err
		}
		b.WriteByte(',')
	}
	b.WriteString(`"rows":[`)
	for i, row := range t.Rows {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteByte('{')
		for j, cell := range row {
			if j > 0 {
				b.WriteByte(',')
			}
			if err := field(keys[j], jsonCell(cell)); err != nil {
				return nil, err
			}
		}
		if keys, bounds := t.bounds(row); len(keys) > 0 {
			b.WriteString(`,"bounds":{`)
			for j, k := range keys {
				if j > 0 {
					b.WriteByte(',')
				}
				if err := field(k, bounds[j].String()); err != nil {
					return nil, err
				}
			}
			b.WriteByte('}')
		}
		b.WriteByte('}')
	}
	b.WriteString(`]`)
	if len(t.Notes) > 0 {
		b.WriteByte(',')
		if err := field("notes", t.Notes); err != nil {
			return nil, err
		}
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

// jsonCell returns what a cell is in JSON.
func jsonCell(cell any) any {
	cell, _ = valueOf(cell)
	switch v := cell.(type) {
	case Percent:
		return v.rounded()
	case *big.Int:
		return v.String()
	case deferred:
		return jsonCell(v())
	case []string:
		if v == nil {
			return []string{}
		}
	}
	return cell
}

// encoder writes JSON in which <, > and & stand for themselves: it is not for a page's script.
func encoder(w io.Writer) *json.Encoder {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	return e
}

func writeJSON(w io.Writer, v any) error {
	e := encoder(w)
	e.SetIndent("", "  ")
	if err := e.Encode(v); err != nil {
		return fmt.Errorf("write tables: %w", err)
	}
	return nil
}

func (t *Table) writeCSV(w io.Writer) error {
	c := csv.NewWriter(w)
	row := make([]string, len(t.Columns))
	for i, col := range t.Columns {
		row[i] = col.Key
	}
	bounded := t.legend() != ""
	if bounded {
		row = append(row, "bounds")
	}
	if err := c.Write(row); err != nil {
		return err
	}
	for _, cells := range t.Rows {
		for i, cell := range cells {
			row[i] = plain(cell)
		}
		if bounded {
			keys, bounds := t.bounds(cells)
			for i := range keys {
				keys[i] += ": " + bounds[i].String()
			}
			row[len(cells)] = strings.Join(keys, ";")
		}
		if err := c.Write(row); err != nil {
			return err
		}
	}
	c.Flush()
	return c.Error()
}

// plain returns a cell's text for programs.
func plain(cell any) string {
	cell, _ = valueOf(cell)
	switch v := cell.(type) {
	case nil:
		return ""
	case string:
		return v
	case Percent:
		return strconv.FormatFloat(v.rounded(), 'f', 2, 64)
	case float64:
		return strconv.FormatFloat(v, 'g', -1, 64)
	case deferred:
		return plain(v())
	case []string:
		return strings.Join(v, ";")
	}
	return fmt.Sprint(cell)
}

// pretty returns a cell's text for people.
func pretty(cell any) string {
	switch v := cell.(type) {
	case Bounded:
		return boundSigns[v.Bound] + pretty(v.Value)
	case nil:
		return "-"
	case *big.Int:
		return large(v)
	case int, int64:
		return thousands(fmt.Sprint(v))
	case Percent:
		return v.text()
	case Whole:
		return fmt.Sprintf("%d%%", int(v))
	case float64:
		return strconv.FormatFloat(v, 'f', 1, 64)
	case bool:
		if v {
			return "yes"
		}
		return "no"
	case []string:
		if slices.ContainsFunc(v, func(s string) bool { return strings.Contains(s, ",") }) {
			return strings.Join(v, "; ")
		}
		return strings.Join(v, ", ")
	}
	return fmt.Sprint(cell)
}

// large writes an integer of any size: those of more than 15 digits rounded, as "1.4·10^32".
func large(n *big.Int) string {
	text := n.String()
	if len(text) <= 15 {
		return thousands(text)
	}
	digits := new(big.Float).SetInt(n).Text('e', 1)
	mantissa, exponent, _ := strings.Cut(digits, "e+")
	return mantissa + "·10^" + strings.TrimLeft(exponent, "0")
}

// thousands writes an integer with a comma between groups of three digits.
func thousands(s string) string {
	sign := ""
	if strings.HasPrefix(s, "-") {
		sign, s = "-", s[1:]
	}
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return sign + s
}

// numeric reports whether a column holds numbers alone, and so is aligned at the right.
func (t *Table) numeric(col int) bool {
	found := false
	for _, row := range t.Rows {
		cell, _ := valueOf(row[col])
		switch cell.(type) {
		case nil:
		case int, int64, *big.Int, float64, Percent, Whole:
			found = true
		default:
			return false
		}
	}
	return found
}

// notes returns the notes for people: with what the signs of bounds mean.
func (t *Table) notes() []string {
	if l := t.legend(); l != "" {
		return append([]string{l + "."}, t.Notes...)
	}
	return t.Notes
}

// writeMarkdown writes the table for people, as Markdown.
func (t *Table) writeMarkdown(w io.Writer) error {
	if t.Title != "" {
		if _, err := fmt.Fprintf(w, "### %s\n\n", t.Title); err != nil {
			return err
		}
	}
	if len(t.Rows) == 0 {
		_, err := fmt.Fprintln(w, "(none)")
		return err
	}
	g := t.grid()
	var align tw.Alignment
	for _, numeric := range g.numeric {
		if numeric {
			align = append(align, tw.AlignRight)
		} else {
			align = append(align, tw.AlignLeft)
		}
	}
	var buf bytes.Buffer
	table := tablewriter.NewTable(&buf,
		tablewriter.WithHeaderAutoFormat(tw.Off), tablewriter.WithHeaderAutoWrap(tw.WrapNone),
		tablewriter.WithRowAutoWrap(tw.WrapNone), tablewriter.WithTrimSpace(tw.Off),
		tablewriter.WithAlignment(align), tablewriter.WithHeaderAlignmentConfig(tw.CellAlignment{PerColumn: align}),
		tablewriter.WithRenderer(renderer.NewMarkdown()))
	table.Header(g.cells[0])
	for _, cells := range g.cells[1:] {
		for i := range cells {
			cells[i] = strings.ReplaceAll(cells[i], "|", "\\|")
		}
		if err := table.Append(cells); err != nil {
			return fmt.Errorf("write table %s: %w", t.Name, err)
		}
	}
	if err := table.Render(); err != nil {
		return fmt.Errorf("write table %s: %w", t.Name, err)
	}
	for line := range strings.Lines(buf.String()) {
		if _, err := fmt.Fprintln(w, strings.TrimRight(line, " \n")); err != nil {
			return err
		}
	}
	for _, n := range t.notes() {
		if _, err := fmt.Fprintln(w, "\n"+n); err != nil {
			return err
		}
	}
	return nil
}
