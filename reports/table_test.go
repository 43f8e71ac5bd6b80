package reports

import (
	"fmt"
	"strings"
	"testing"
)

func sample() *Table {
	return &Table{
		Name: "sample", Title: "A sample | table",
		Columns: []Column{{"file", "File"}, {"covered", "Covered lines"}, {"percent", "%"}, {"tests", "Tests"}, {"ids", ""}},
		Rows: [][]any{
			{"main.c", 12345, Percent(61.994), []string{"a", "b|c"}, []string{"x"}},
			{"a, b.c", nil, Percent(100), []string(nil), []string(nil)},
		},
		Notes: []string{"incomplete: interrupted"},
	}
}

func TestTableFormats(t *testing.T) {
	want := map[Format]string{
		FormatTable: `A sample | table
 File    Covered lines       %  Tests
---------------------------------------
 main.c         12,345   62.0%  a, b|c
 a, b.c              -  100.0%
incomplete: interrupted
`,
		FormatCSV: `file,covered,percent,tests,ids
main.c,12345,61.99,a;b|c,x
"a, b.c",,100.00,,
`,
		FormatMarkdown: `### A sample | table

| File   | Covered lines |      % | Tests   |
|:-------|--------------:|-------:|:--------|
| main.c |        12,345 |  62.0% | a, b\|c |
| a, b.c |             - | 100.0% |         |

incomplete: interrupted
`,
		FormatJSON: `{
  "table": "sample",
  "title": "A sample | table",
  "columns": [
    "file",
    "covered",
    "percent",
    "tests",
    "ids"
  ],
  "rows": [
    {
      "file": "main.c",
      "covered": 12345,
      "percent": 61.99,
      "tests": [
        "a",
        "b|c"
      ],
      "ids": [
        "x"
      ]
    },
    {
      "file": "a, b.c",
      "covered": null,
      "percent": 100,
      "tests": [],
      "ids": []
    }
  ],
  "notes": [
    "incomplete: interrupted"
  ]
}
`,
	}
	for f, w := range want {
		var b strings.Builder
		if err := sample().Write(&b, f); err != nil {
			t.Fatal(err)
		}
		if b.String() != w {
			t.Errorf("%s:\n%s\nwant\n%s", f, b.String(), w)
		}
		if g, err := ParseFormat(f.String()); g != f || err != nil {
			t.Errorf("ParseFormat(%s) = %v, %v", f, g, err)
		}
	}
}

func TestThousands(t *testing.T) {
	for n, want := range map[string]string{"0": "0", "999": "999", "1000": "1,000", "-1234567": "-1,234,567"} {
		if got := thousands(n); got != want {
			t.Errorf("thousands(%s) = %s", n, got)
		}
	}
}

// TestPercent: nothing is rounded to all or nothing.
func TestPercent(t *testing.T) {
	for p, want := range map[Percent][3]string{
		0: {"0.0%", "0.00", "0"}, 100: {"100.0%", "100.00", "100"}, 99.999: {">99.9%", "99.99", "99.99"}, 99.96: {">99.9%", "99.96", "99.96"},
		99.94: {"99.9%", "99.94", "99.94"}, 1e-9: {"<0.1%", "0.01", "0.01"}, 0.05: {"0.1%", "0.05", "0.05"}, 12.345: {"12.3%", "12.35", "12.35"},
	} {
		if got := [3]string{pretty(p), plain(p), fmt.Sprint(jsonCell(p))}; got != want {
			t.Errorf("%v: %q, want %q", float64(p), got, want)
		}
	}
}
