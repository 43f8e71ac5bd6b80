package reports

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"
)

// TestLayoutFits: no line is wider than the layout, if a band of two columns fits at all, and no cell is lost.
func TestLayoutFits(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x := &Table{Title: "A table of some things"}
		columns := rapid.IntRange(1, 12).Draw(t, "columns")
		for range columns {
			x.Columns = append(x.Columns, Column{"k", rapid.StringMatching(`[a-z]{1,12}`).Draw(t, "name")})
		}
		var words []string
		for range rapid.IntRange(1, 4).Draw(t, "rows") {
			var row []any
			for i := range columns {
				if i%3 == 1 {
					row = append(row, rapid.IntRange(0, 1e9).Draw(t, "number"))
					continue
				}
				text := strings.Join(rapid.SliceOfN(rapid.StringMatching(`[a-zäß]{1,14}`), 1, 8).Draw(t, "words"), " ")
				words = append(words, strings.Fields(text)...)
				row = append(row, text)
			}
			x.Rows = append(x.Rows, row)
		}
		x.Notes = []string{"A note that says a lot about the numbers of this table, which is why it is longer than a line."}
		var b strings.Builder
		if err := (Layout{Width: 70}).Write(&b, x); err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(b.String()) {
			if n := utf8.RuneCountInString(strings.TrimRight(line, "\n")); n > 70 {
				t.Fatalf("%d columns: %q\n%s", n, line, b.String())
			}
		}
		for _, w := range words {
			if !strings.Contains(b.String(), w) {
				t.Fatalf("%q is lost:\n%s", w, b.String())
			}
		}
	})
}

func TestWrap(t *testing.T) {
	for _, x := range []struct{ in, want string }{
		{"a b", "a b"},
		{"one two three four", "one two|three four"},
		{"listen=0,ssl_enable=1 x", "listen=0,|ssl_enable|=1 x"},
		{"", ""},
	} {
		if got := strings.Join(Wrap(x.in, 10), "|"); got != x.want {
			t.Errorf("Wrap(%q) = %q, want %q", x.in, got, x.want)
		}
	}
}

// TestColor: there are escape sequences where they are understood, and nowhere else.
func TestColor(t *testing.T) {
	x := &Table{Title: "T", Columns: []Column{{"a", "A"}}, Rows: [][]any{{1}}}
	for _, color := range []bool{false, true} {
		var b strings.Builder
		if err := (Layout{Width: 80, Color: color}).Write(&b, x); err != nil {
			t.Fatal(err)
		}
		if strings.Contains(b.String(), "\x1b") != color {
			t.Errorf("colour %v: %q", color, b.String())
		}
	}
}

// TestWrapSoftBreaks: settings are broken between each other only, and what is joined again is what --config takes.
func TestWrapSoftBreaks(t *testing.T) {
	text := "with one=1," + softBreak + "path=\"/a/b,c\"," + softBreak + "three=3 instead"
	plain := strings.ReplaceAll(text, softBreak, "")
	for width := 16; width < 60; width++ {
		lines := Wrap(text, width)
		for _, line := range lines {
			if len(line) > width || strings.Contains(line, softBreak) {
				t.Errorf("width %d: %q", width, line)
			}
			if strings.Contains(line, "/a") != strings.Contains(line, "c\"") {
				t.Errorf("width %d: %q has half a setting", width, line)
			}
		}
		joined := ""
		for i, line := range lines {
			if i > 0 && !strings.HasSuffix(joined, ",") {
				joined += " "
			}
			joined += line
		}
		if joined != plain {
			t.Errorf("width %d: %q", width, joined)
		}
	}
}

// TestHanging: what is longer than its column continues below it, in the columns that there are.
func TestHanging(t *testing.T) {
	a := &answer{l: Layout{Width: 44}}
	a.hanging("  main.c:12:7   true  with ", `commands="CWD,LIST,PASV,PWD,QUIT" instead`)
	want := []string{
		`  main.c:12:7   true  with commands="CWD,`,
		`                           LIST,PASV,PWD,`,
		`                           QUIT" instead`,
	}
	if !slices.Equal(a.lines, want) {
		t.Errorf("%q", a.lines)
	}
}
