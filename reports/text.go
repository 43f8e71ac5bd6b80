package reports

// This file lays tables out for terminals: columns of text are wrapped, and a table that still is wider than the terminal is
// printed in bands, one below another, each of which repeats the first columns of text, which say what a row is about.

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/confcov/confcov/subjects/confspace"
)

// Layout is how text is laid out. The zero value has lines of any length and no colour.
type Layout struct {
	Width int  // columns; 0: as many as it takes
	Color bool // ANSI escape sequences are understood
}

// leastText is how narrow a column of text may become before the table is printed in bands.
const leastText = 18

// Write writes tables one after another.
func (l Layout) Write(w io.Writer, tables ...*Table) error {
	var b strings.Builder
	for i, t := range tables {
		if i > 0 {
			b.WriteByte('\n')
		}
		l.table(&b, t)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// Bold returns text that stands out.
func (l Layout) Bold(text string) string { return l.escape("1", text) }

// Good returns text about what is well, Bad about what is not, and Faint about what matters less.
func (l Layout) Good(text string) string  { return l.escape("32", text) }
func (l Layout) Bad(text string) string   { return l.escape("31", text) }
func (l Layout) Faint(text string) string { return l.escape("2", text) }

func (l Layout) escape(code, text string) string {
	if !l.Color || text == "" {
		return text
	}
	return "\x1b[" + code + "m" + text + "\x1b[0m"
}

// grid is a table as text: columns that people see, the heading first.
type grid struct {
	cells   [][]string
	numeric []bool
}

func (l Layout) table(b *strings.Builder, t *Table) {
	if t.Title != "" {
		b.WriteString(l.Bold(strings.Join(l.wrap(t.Title, 0), "\n")) + "\n")
	}
	if len(t.Rows) == 0 {
		b.WriteString("(none)\n")
		return
	}
	short, left := t.brief(l)
	g := short.grid()
	for i, band := range l.bands(g) {
		if i > 0 {
			b.WriteByte('\n')
		}
		l.band(b, g, band)
	}
	if left > 0 {
		b.WriteString(l.Faint(fmt.Sprintf("... and %s more rows: --format csv has all.", thousands(fmt.Sprint(left)))) + "\n")
	}
	for _, n := range t.notes() {
		b.WriteString(l.Faint(strings.Join(l.wrap(n, 0), "\n")) + "\n")
	}
}

// brief returns the table with as many rows as people see, and how many these lack. Where lines may be of any length, it lacks none.
func (t *Table) brief(l Layout) (short *Table, left int) {
	if t.Brief == 0 || l.Width == 0 {
		return t, 0
	}
	short = &Table{}
	*short = *t
	short.Rows = nil
	alike := 0
	for i, row := range t.Rows {
		if alike++; i == 0 || row[0] != t.Rows[i-1][0] {
			alike = 1
		}
		if alike <= t.Brief {
			short.Rows = append(short.Rows, row)
		}
	}
	return short, len(t.Rows) - len(short.Rows)
}

// grid returns the text of a table.
func (t *Table) grid() *grid {
	g := &grid{cells: make([][]string, len(t.Rows)+1)}
	for i, c := range t.Columns {
		if c.Name == "" {
			continue
		}
		g.cells[0] = append(g.cells[0], c.Name)
		g.numeric = append(g.numeric, t.numeric(i))
		for j, row := range t.Rows {
			g.cells[j+1] = append(g.cells[j+1], pretty(row[i]))
		}
	}
	return g
}

// natural returns the width of a column that is not wrapped.
func (g *grid) natural(col int) int {
	n := 0
	for _, row := range g.cells {
		n = max(n, utf8.RuneCountInString(row[col]))
	}
	return n
}

// span is a column of a band, and how wide it is.
type span struct{ col, width int }

// total returns the width of a line with columns, and a space at each end.
func total(band []span) int {
	n := 0
	for _, s := range band {
		n += s.width + 2
	}
	return n
}

// bands divides the columns so that each band fits.
func (l Layout) bands(g *grid) [][]span {
	var all []span
	for i := range g.numeric {
		all = append(all, span{i, g.natural(i)})
	}
	if l.Width <= 0 || total(all) <= l.Width {
		return [][]span{all}
	}
	if band := g.shrink(all, l.Width); total(band) <= l.Width {
		return [][]span{band}
	}
	keys := 1
	for keys < len(all)-1 && !g.numeric[keys] && total(all[:keys+1]) <= l.Width/3 {
		keys++
	}
	var bands [][]span
	for rest := all[keys:]; len(rest) > 0; {
		n := 1
		for n < len(rest) && total(g.shrink(slices.Concat(all[:keys], rest[:n+1]), l.Width)) <= l.Width {
			n++
		}
		bands = append(bands, g.shrink(slices.Concat(all[:keys], rest[:n]), l.Width))
		rest = rest[n:]
	}
	return bands
}

// shrink makes columns of text narrower, the widest first, so that the band fits if it can.
func (g *grid) shrink(band []span, width int) []span {
	band = slices.Clone(band)
	for total(band) > width {
		widest := -1
		for i, s := range band {
			if !g.numeric[s.col] && s.width > leastText && (widest < 0 || s.width > band[widest].width) {
				widest = i
			}
		}
		if widest < 0 {
			break
		}
		band[widest].width--
	}
	return band
}

// band writes some columns of a table.
func (l Layout) band(b *strings.Builder, g *grid, band []span) {
	for i, row := range g.cells {
		var cells [][]string
		lines := 1
		for _, s := range band {
			cells = append(cells, Wrap(row[s.col], s.width))
			lines = max(lines, len(cells[len(cells)-1]))
		}
		for k := range lines {
			var line strings.Builder
			for j, s := range band {
				text := ""
				if k < len(cells[j]) {
					text = cells[j][k]
				}
				pad := strings.Repeat(" ", max(0, s.width-utf8.RuneCountInString(text)))
				if g.numeric[s.col] {
					text = pad + text
				} else {
					text += pad
				}
				if line.WriteString(" " + text); j < len(band)-1 {
					line.WriteByte(' ')
				}
			}
			b.WriteString(strings.TrimRight(line.String(), " ") + "\n")
		}
		if i == 0 {
			b.WriteString(strings.Repeat("-", total(band)) + "\n")
		}
	}
}

// wrap breaks text at the layout's width; lines after the first are indented.
func (l Layout) wrap(text string, indent int) []string {
	if l.Width <= 0 {
		return Wrap(text, 0)
	}
	lines := Wrap(text, l.Width-indent)
	for i := 1; i < len(lines); i++ {
		lines[i] = strings.Repeat(" ", indent) + lines[i]
	}
	return lines
}

// softBreak is where Wrap may break text that has no space there, as between settings: what is copied from a screen must be what --config takes.
const softBreak = "\u200b"

// breakable returns settings as they are always written, in text for Wrap.
func breakable(space *confspace.Space, settings confspace.Settings) string {
	var parts []string
	for i := range settings {
		parts = append(parts, space.FormatSettings(settings[i:i+1]))
	}
	return strings.Join(parts, ","+softBreak)
}

// Wrap breaks text at spaces and soft breaks, so that lines have at most width characters; a longer word is broken after a comma or a slash if it has one.
func Wrap(text string, width int) []string {
	if plain := strings.ReplaceAll(text, softBreak, ""); width <= 0 || utf8.RuneCountInString(plain) <= width {
		return []string{plain}
	}
	var lines []string
	line, gap := "", ""
	for more := true; more; {
		var word, before string
		before = gap
		word, gap, text, more = cutWord(text)
		switch {
		case line == "":
		case utf8.RuneCountInString(line)+len(before)+utf8.RuneCountInString(word) <= width:
			line += before + word
			continue
		default:
			lines, line = append(lines, line), ""
		}
		for utf8.RuneCountInString(word) > width {
			head := string([]rune(word)[:width])
			if i := strings.LastIndexAny(head, ",/;"); i > 0 {
				head = head[:i+1]
			}
			lines, word = append(lines, head), word[len(head):]
		}
		line = word
	}
	return append(lines, line)
}

// cutWord cuts the first word off a text. gap is what stands between them on a line; more reports whether there is a rest.
func cutWord(text string) (word, gap, rest string, more bool) {
	i := strings.IndexAny(text, " "+softBreak)
	if i < 0 {
		return text, "", "", false
	}
	if rest, ok := strings.CutPrefix(text[i:], softBreak); ok {
		return text[:i], "", rest, true
	}
	return text[:i], " ", text[i+1:], true
}
