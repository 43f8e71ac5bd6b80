package path

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/confcov/confcov/coverage"
	"github.com/confcov/confcov/subjects/confspace"
)

// imported imports data and reads its tests.
func imported(t *testing.T, data string) (*Dir, []*Test) {
	t.Helper()
	d, err := Import(filepath.Join(t.TempDir(), "run"), ImportOptions{Name: "s"}, strings.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	infos, err := d.Tests()
	if err != nil {
		t.Fatal(err)
	}
	m := confspace.NewSets(d.Space())
	var tests []*Test
	for i := range infos {
		test, err := d.ReadTest(&infos[i], m)
		if err != nil {
			t.Fatal(err)
		}
		tests = append(tests, test)
	}
	return d, tests
}

func TestImport(t *testing.T) {
	d, tests := imported(t, `{"lines": ["m.c:1", "m.c:2", "dir/n.c:7"], "options": ["a", "size"]}
{"condition": ["and", "a", ["not", ["or", ["lt", "size", 10], ["gt", "size", 20]]]], "lines": [0, 2]}
{"condition": ["and", "a", ["or", ["lt", "size", 10], ["gt", "size", 20]]], "lines": [2]}
{"condition": ["or", ["not", "a"], 0], "lines": [0]}
`)
	tt := tests[0]
	if got, want := tt.Sets.String(tt.Paths[0].Condition), "a=1 & size in 10..20"; got != want {
		t.Errorf("condition %s, want %s", got, want)
	}
	if c := tt.Coverage(d.Universe()); !c.Complete || c.Missing || c.Domain != confspace.Full {
		t.Errorf("coverage %+v", c)
	}
	if !d.Run().Complete || d.Run().Imported == nil || d.Run().Imported.Overlapping != nil {
		t.Errorf("run %+v", d.Run())
	}
}

// TestImportAll: domains, defaults, types, several tests and all criteria.
func TestImportAll(t *testing.T) {
	d, tests := imported(t, `{"lines": ["m.c:1"], "blocks": ["m.c:1:3 block 0", "m.c:2 block 1"], "edges": ["m.c:1:3 0->1"], "conditions": ["m.c:1:7 true", "m.c:1:7 false"], "options": ["a", {"name": "port", "domain": "any", "type": "u64", "default": 18446744073709551615}, {"name": "mode", "domain": "1,2,7", "default": 2}, {"name": "n", "domain": "-5..90"}]}
{"test": "x", "condition": ["ge", "port", 9223372036854775808], "lines": [0], "blocks": [0, 1], "edges": []}
{"test": "x", "condition": ["lt", "port", 9223372036854775808], "lines": [], "blocks": [1], "edges": [0]}
{"test": "x", "condition": ["eq", "mode", 7], "conditions": [1]}
{"test": "x", "condition": ["ne", "mode", 7], "conditions": [0]}
{"test": "y", "condition": 1, "conditions": [0, 1], "lines": [0], "blocks": [], "edges": []}
`)
	want := []confspace.Option{
		{Name: "a", Object: "a", Domain: confspace.Bool()},
		{Name: "port", Object: "port", Domain: confspace.Domain{Kind: confspace.DomainAny, Bits: 64}, Default: -1},
		{Name: "mode", Object: "mode", Domain: confspace.Domain{Kind: confspace.DomainList, Values: []int64{1, 2, 7}, Bits: 32, Signed: true}, Default: 2},
		{Name: "n", Object: "n", Domain: confspace.Domain{Kind: confspace.DomainRange, Min: -5, Max: 90, Bits: 32, Signed: true}},
	}
	if diff := cmp.Diff(want, d.Space().Options); diff != "" {
		t.Error(diff)
	}
	if e := d.Universe().Elements[coverage.Block][0]; e.Name() != "m.c:1:3 block 0" || e.Col != 3 || e.Line != 1 {
		t.Errorf("block %+v", e)
	}
	got := ""
	for _, test := range tests {
		got += test.Name + " " + test.Mode.String()
		for _, p := range test.Paths {
			got += "; " + test.Sets.String(p.Condition) + ":"
			coverage.Bits(p.Covered).Each(func(b int) {
				c, id := test.Mode.Layout(d.Universe()).At(b)
				got += " " + d.Universe().Elements[c][id-1].Name()
			})
		}
		got += "\n"
	}
	wantText := `x merged; port>=9223372036854775808: m.c:1 m.c:1:3 block 0 m.c:2 block 1; port<=9223372036854775807: m.c:2 block 1 m.c:1:3 0->1
x expanded; mode=7: m.c:1:7 false; mode<=2: m.c:1:7 true
y merged; true: m.c:1
y expanded; true: m.c:1:7 true m.c:1:7 false
`
	if diff := cmp.Diff(wantText, got); diff != "" {
		t.Error(diff)
	}
	if !d.Run().Complete {
		t.Error("the run is not complete")
	}
}

// TestImportStrings: options may be strings.
func TestImportStrings(t *testing.T) {
	d, tests := imported(t, `{"lines": ["m.c:1"], "options": [{"name": "banner", "domain": [false, "", "/b"], "default": "/b"}, {"name": "user", "domain": "\"me\",\"you\"", "default": "me"}, {"name": "dir", "domain": ["/", false]}]}
{"condition": ["and", "banner", ["eq", "user", "me"]], "lines": [0]}
{"condition": ["or", ["eq", "banner", false], ["ne", "user", "me"]], "lines": []}
`)
	want := []confspace.Option{
		{Name: "banner", Object: "banner", Domain: confspace.StringDomain(true, "", "/b"), Default: 2},
		{Name: "user", Object: "user", Domain: confspace.StringDomain(false, "me", "you")},
		{Name: "dir", Object: "dir", Domain: confspace.StringDomain(true, "/")},
	}
	if diff := cmp.Diff(want, d.Space().Options); diff != "" {
		t.Error(diff)
	}
	again, err := Open(d.Name())
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, again.Space().Options); diff != "" {
		t.Errorf("read again: %s", diff)
	}
	tt := tests[0]
	if got, want := tt.Sets.String(tt.Paths[0].Condition), `banner!=unset & user="me"`; got != want {
		t.Errorf("condition %s, want %s", got, want)
	}
	const user = `{"lines": ["m.c:1"], "options": [{"name": "u", "domain": ["me"], "default": "me"}]}` + "\n"
	for data, want := range map[string]string{
		user + `{"condition": "u", "lines": []}`:                                             "option u is never unset",
		user + `{"condition": ["lt", "u", "me"], "lines": []}`:                               "lt of u: strings are compared by eq and ne",
		user + `{"condition": ["eq", "u", "you"], "lines": []}`:                              `"you" is not in the domain "me"`,
		user + `{"condition": ["eq", "u", 0], "lines": []}`:                                  `0 is not in the domain "me"`,
		`{"lines": ["m.c:1"], "options": [{"name": "u", "domain": ["me"]}]}`:                 "default is missing",
		`{"lines": ["m.c:1"], "options": [{"name": "u", "domain": ["me"], "default": 0}]}`:   "default: want a string or false",
		`{"lines": ["m.c:1"], "options": [{"name": "u", "domain": ["me", 1]}]}`:              "want strings, and false once at most for a null pointer, not 1",
		`{"lines": ["m.c:1"], "options": [{"name": "u", "domain": ["me"], "type": "i32"}]}`:  "type i32, but its values are strings",
		`{"lines": ["m.c:1"], "options": [{"name": "u", "domain": "any", "default": "me"}]}`: "default: want a number",
	} {
		_, err := Import(filepath.Join(t.TempDir(), "run"), ImportOptions{Name: "s"}, strings.NewReader(data))
		if err == nil || !strings.Contains(err.Error(), "record") || !strings.Contains(err.Error(), want) {
			t.Errorf("%.200s: %v, want %q", data, err, want)
		}
	}
}

// TestImportConstraints: what constraints exclude is not missing, and no part of a path's condition.
func TestImportConstraints(t *testing.T) {
	const head = `{"lines": ["m.c:1"], "options": ["a", "b"], "constraints": ["a => b"]}` + "\n"
	d, tests := imported(t, head+`{"condition": "a", "lines": [0]}
{"condition": ["and", "b", ["not", "a"]], "lines": [0]}
{"condition": ["not", "b"], "lines": []}
`)
	again, err := Open(d.Name())
	if err != nil || !slices.Equal(again.Space().Constraints, []string{"a => b"}) {
		t.Errorf("read again: %v, %v", again.Space().Constraints, err)
	}
	tt := tests[0]
	if got, want := tt.Sets.String(tt.Paths[0].Condition), "a=1 & b=1"; got != want {
		t.Errorf("condition %s, want %s", got, want)
	}
	if c := tt.Coverage(d.Universe()); !c.Complete || c.Missing || c.Domain != tt.Sets.Domain() {
		t.Errorf("coverage %+v", c)
	}
	_, err = Import(filepath.Join(t.TempDir(), "run"), ImportOptions{Name: "s"}, strings.NewReader(head+`{"condition": ["and", "a", ["not", "b"]], "lines": []}`))
	if err == nil || !strings.Contains(err.Error(), "record 2: no configuration satisfies the condition") {
		t.Errorf("excluded by constraints: %v", err)
	}
}

// TestImportMissing: configurations that are on no path are missing, unless the file says that they are excluded.
func TestImportMissing(t *testing.T) {
	const paths = `{"condition": ["and", "a", "b"], "lines": [0]}
{"condition": ["or", "a", "b"], "lines": [0]}
`
	d, tests := imported(t, `{"lines": ["m.c:1"], "options": ["a", "b"]}`+"\n"+paths)
	c := tests[0].Coverage(d.Universe())
	if len(tests[0].Limits) != 1 || tests[0].Limits[0].String() != "missing configurations: 25% of all configurations are on no path: a=0 & b=0" {
		t.Errorf("limits %v", tests[0].Limits)
	}
	if c.Complete || !c.Missing || c.Domain != confspace.Full || d.Run().Complete {
		t.Errorf("coverage %+v, run complete: %v", c, d.Run().Complete)
	}
	if got := d.Run().Imported.Overlapping; len(got) != 1 || got[0] != "imported" {
		t.Errorf("overlapping: %v", got)
	}
	d, tests = imported(t, `{"lines": ["m.c:1"], "options": ["a", "b"], "uncovered": "excluded"}`+"\n"+paths)
	c = tests[0].Coverage(d.Universe())
	if !c.Complete || c.Missing || tests[0].Sets.String(c.Domain) != "a=0 & b=1 | a=1" || !d.Run().Complete || !d.Run().Imported.Excluded {
		t.Errorf("excluded: domain %s, %+v", tests[0].Sets.String(c.Domain), c)
	}
}

// TestImportAgain: other data do not keep anything of what was imported before.
func TestImportAgain(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "run")
	const head = `{"lines": ["m.c:1"], "options": ["a"]}` + "\n"
	for _, data := range []string{`{"condition": 1, "lines": []}`, `{"condition": 1, "lines": [0]}`, `{"condition": 1, "lines": [0]}`} {
		d, err := Import(dir, ImportOptions{Name: "s"}, strings.NewReader(head+data))
		if err != nil {
			t.Fatal(err)
		}
		infos, _ := d.Tests()
		test, err := d.ReadTest(&infos[0], confspace.NewSets(d.Space()))
		if err != nil || coverage.Bits(test.Paths[0].Covered).Count() != strings.Count(data, "[0]") {
			t.Errorf("%s: %v, %v", data, test, err)
		}
	}
}

// TestImportOptions: with a space the conditions are about its options, and sources are kept as far as they are there.
func TestImportOptions(t *testing.T) {
	list, err := confspace.ParseDomain("0,60", 32, false)
	if err != nil {
		t.Fatal(err)
	}
	space := &confspace.Space{Options: []confspace.Option{
		{Name: "b", Object: "b", Domain: confspace.Domain{Kind: confspace.DomainBool, Bits: 32, Signed: true}},
		{Name: "limit", Object: "limit", Domain: list, Default: 60},
		{Name: "a", Object: "a", Domain: confspace.Domain{Kind: confspace.DomainBool, Bits: 32, Signed: true}},
	}}
	opt := ImportOptions{Name: "s", Space: space, Source: func(file string) ([]byte, bool) { return []byte("text"), file == "m.c" }}
	const data = `{"lines": ["m.c:1", "/usr/n.h:2"], "options": ["a", "limit"]}` + "\n" +
		`{"condition": ["or", "a", ["gt", "limit", 0]], "lines": [0]}` + "\n" + `{"condition": ["not", ["or", "a", "limit"]], "lines": [1]}`
	d, err := Import(filepath.Join(t.TempDir(), "run"), opt, strings.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(space.Options, d.Space().Options); diff != "" {
		t.Error(diff)
	}
	sources, err := d.Sources()
	if err != nil || len(sources) != 1 || string(sources["m.c"]) != "text" {
		t.Errorf("sources %q, %v", sources, err)
	}
	infos, _ := d.Tests()
	sets := confspace.NewSets(d.Space())
	test, err := d.ReadTest(&infos[0], sets)
	if err != nil || !infos[0].Complete {
		t.Fatalf("%v, %v", infos, err)
	}
	if text, _ := sets.Text(test.Paths[1].Condition, 1); text != "limit=0 & a=0" {
		t.Errorf("condition %s", text)
	}
	_, err = Import(filepath.Join(t.TempDir(), "run"), opt, strings.NewReader(strings.ReplaceAll(data, `"limit"`, `"n"`)))
	if err == nil || !strings.HasSuffix(err.Error(), "record 1: the subject has no option n") {
		t.Errorf("an option that the subject does not have: %v", err)
	}
}

// TestBadImport: whatever is not understood is an error that names the record.
func TestBadImport(t *testing.T) {
	const head = `{"lines": ["m.c:1"], "options": ["a"]}` + "\n"
	for data, want := range map[string]string{
		``:                                                                                 "record 1: unexpected EOF",
		`{"lines": [], "options": []}`:                                                     "want the names of lines",
		`{"lines": ["m.c:1"], "options": []}`:                                              "names of options",
		`{"lines": ["x"], "options": ["a"]}`:                                               `record 1: lines: "x": want file:line`,
		`{"lines": ["m.c:0"], "options": ["a"]}`:                                           "want file:line",
		`{"lines": ["m.c:1"], "options": ["a"], "x": 1}`:                                   `unknown field "x"`,
		`{"lines": ["m.c:1"], "options": ["a", "a"]}`:                                      "defined twice",
		`{"lines": ["m.c:1"], "options": ["a"]} {}`:                                        "more than one value",
		`{"lines": ["m.c:1"], "options": ["a"], "uncovered": "yes"}`:                       `uncovered: want "excluded"`,
		`{"lines": ["m.c:1"], "options": [{"name": "a", "range": "1..2"}]}`:                `unknown field "range"`,
		`{"lines": ["m.c:1"], "options": [{"name": "a", "domain": "2..1"}]}`:               "option a: domain",
		`{"lines": ["m.c:1"], "options": [{"name": "a", "domain": "1..2"}]}`:               "default is missing",
		`{"lines": ["m.c:1"], "options": [{"name": "a", "domain": "1..2", "default": 3}]}`: "default 3 is not in the domain",
		`{"lines": ["m.c:1"], "options": [{"name": "a", "type": "float"}]}`:                "type: want one of",
		head + `{"condition": "b", "lines": []}`:                                           `record 2: condition: unknown option "b"`,
		head + `{"condition": ["xor", "a", "a"], "lines": []}`:                             "cannot read",
		head + `{"condition": ["lt", "a", 1.5], "lines": []}`:                              "record 2: condition: lt of a and 1.5",
		head + `{"condition": ["lt", "a", 4294967296], "lines": []}`:                       "want an integer of 32 bits",
		head + `{"condition": 2, "lines": []}`:                                             "constant 2",
		head + `{"condition": ["and", "a", ["not", "a"]], "lines": []}`:                    "record 2: no configuration satisfies",
		head + `{"condition": ` + strings.Repeat(`["not", `, 9000) + `"a"` + strings.Repeat("]", 9000) + `, "lines": [}`: "record 2",
		head + `{"lines": [0]}`:                             "record 2: condition: it is missing",
		head + `{"condition": "a"}`:                         "record 2: it does not say what the path covers",
		head + `{"condition": "a", "line": [0]}`:            `unknown field "line"`,
		head + `{"condition": "a", "conditions": [0]}`:      "conditions: the first record names none",
		head + `{"condition": "a", "lines": [1]}`:           "lines: index 1 of 1",
		head + `{"condition": "a", "lines": [-1]}`:          "want a list of indices",
		head + `{"condition": "a", "lines": [99999999999]}`: "too large",
		head + `{"condition": "a", "lines": {"a": 1}}`:      "want a list of indices",
		head + `{"condition`:                                "record 2: unexpected EOF",
		`{"lines": ["m.c:1"], "blocks": ["m.c:1 b"], "options": ["a"]}` + "\n" + `{"condition": "a", "lines": [0]}`: "it has lines, but no blocks",
	} {
		_, err := Import(filepath.Join(t.TempDir(), "run"), ImportOptions{Name: "s"}, strings.NewReader(data))
		if err == nil || !strings.Contains(err.Error(), "record") || !strings.Contains(err.Error(), want) {
			t.Errorf("%.200s: %v, want %q", data, err, want)
		}
	}
}
