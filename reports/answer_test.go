package reports

import (
	"bytes"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/confcov/confcov/coverage"
	"github.com/confcov/confcov/explore/path"
	"github.com/confcov/confcov/interactions"
	"github.com/confcov/confcov/subjects/confspace"
)

// TestAnswer: answers fit on a screen, also of a run that is not complete and of a program with errors.
func TestAnswer(t *testing.T) {
	unfinished, _ := unfinishedRun(t)
	for name, d := range map[string]*path.Dir{"answer-example.txt": exampleRun(t), "answer-incomplete.txt": unfinished} {
		s, err := Load(d, Options{Guarantee: interactions.BySuite})
		if err != nil {
			t.Fatal(err)
		}
		var b bytes.Buffer
		if err := s.Answer(&b, Layout{Width: 80}, "out/run"); err != nil {
			t.Fatal(err)
		}
		golden(t, name, b.Bytes())
		lines := strings.Split(strings.TrimSuffix(b.String(), "\n"), "\n")
		if len(lines) > answerLines {
			t.Errorf("%s: %d lines", name, len(lines))
		}
		for _, line := range lines {
			if n := utf8.RuneCountInString(line); n > 80 {
				t.Errorf("%s: %d columns: %s", name, n, line)
			}
		}
	}
}

// TestAnswerRoom: where errors take all the room, the answer says how many configurations there are, and promises no list.
func TestAnswerRoom(t *testing.T) {
	s, err := Load(exampleRun(t), Options{Guarantee: interactions.BySuite})
	if err != nil {
		t.Fatal(err)
	}
	for room, want := range map[int]string{
		-3: "|2 configurations reach all these lines, fewer do not.",
		4:  "|2 configurations reach all these lines, fewer do not.",
		5: "|2 configurations reach all these lines, fewer do not. Instead of defaults:" +
			"|  1   80.0%      +4  b=1,c=1|  2  100.0%      +1  a=1",
	} {
		a := &answer{s: s, l: Layout{Width: 80}}
		a.covering(room)
		if got := strings.Join(a.lines, "|"); got != want {
			t.Errorf("%d lines: %q", room, got)
		}
	}
}

// TestAnswerErrors: an error to which several chains of calls lead is told of once.
func TestAnswerErrors(t *testing.T) {
	s, err := Load(exampleRun(t), Options{Guarantee: interactions.BySuite})
	if err != nil {
		t.Fatal(err)
	}
	other := s.Errors[0]
	other.Stack = append(slices.Clone(other.Stack), path.Frame{Func: "caller", File: "example.c", Line: 1})
	s.Errors = append(s.Errors, other)
	a := &answer{s: s, l: Layout{Width: 80}}
	a.errors()
	const want = "1 error of the program, by 2 chains of calls:|  example.c:20:3 (main): out-of-bounds read|    with a=1,size=51"
	if got := strings.Join(a.lines, "|"); got != want {
		t.Errorf("%q", got)
	}
}

// TestExplainText: what is reached alike is one group, and what is never covered has a reason.
func TestExplainText(t *testing.T) {
	s, err := Load(exampleRun(t), Options{Guarantee: interactions.BySuite})
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	for _, place := range []string{"example.c:1-99", "example.c:17", "example.c:20", "example.c:4:7 true"} {
		b.WriteString("$ explain " + place + "\n")
		if err := s.ExplainText(&b, Layout{Width: 80}, place, false, nil); err != nil {
			t.Fatal(err)
		}
	}
	golden(t, "explain.txt", b.Bytes())
}

// TestTry: the configuration that an explanation gives covers what it explains, under the test that it names.
func TestTry(t *testing.T) {
	s, err := Load(exampleRun(t), Options{Guarantee: interactions.BySuite})
	if err != nil {
		t.Fatal(err)
	}
	tried := 0
	for _, r := range s.Results {
		for i := range s.Universe.Elements[r.Criterion] {
			e := &s.Universe.Elements[r.Criterion][i]
			for _, g := range s.groups([]*coverage.Element{e}, nil) {
				test, settings, ok := s.try(g)
				if k := r.Total.ClassOf[i]; ok != (k >= 0) {
					t.Errorf("%s: %v", e.Name(), ok)
				} else if ok {
					tried++
					j := slices.IndexFunc(r.Total.Tests, func(c *coverage.Conditions) bool { return c.Test.Name == test })
					if c := s.Space.Defaults().With(settings); !s.Sets.Contains(r.Total.Classes[k].ByTest[j], c) {
						t.Errorf("%s: test %s with %s does not cover it", e.Name(), test, s.Space.FormatSettings(settings))
					}
				}
			}
		}
	}
	if tried == 0 {
		t.Error("nothing was tried")
	}
}

// TestShellSettings: what a shell gets can be read back, wherever lines are broken.
func TestShellSettings(t *testing.T) {
	sp := &confspace.Space{Options: []confspace.Option{
		{Name: "a", Domain: confspace.Bool()},
		{Name: "banner", Domain: confspace.StringDomain(false, "", "it's one, two and \\ three")},
	}}
	want := confspace.Settings{{Option: 0, Value: 1}, {Option: 1, Value: 1}}
	text := (&Study{Space: sp}).shellSettings(want)
	if strings.Contains(text, "'") {
		t.Errorf("a quote in %s", text)
	}
	for width := 8; width < 60; width++ {
		got, err := sp.ParseSettings(strings.Join(strings.SplitN(text, softBreak, width), "\n      "))
		if err != nil || !slices.Equal(got, want) {
			t.Fatalf("%s is read as %v, %v", text, got, err)
		}
	}
}

// TestListBreaksAnywhere: a heading is there once, also where the first word of the text does not fit beside it.
func TestListBreaksAnywhere(t *testing.T) {
	a := &answer{l: Layout{Width: 30}}
	a.list("Without code:", "main.c:1-7,9,11-12,14,16,18-20,22", 3)
	if got, want := strings.Join(a.lines, "\n"), "Without code:\n  main.c:1-7,9,11-12,14,16,\n  18-20,22"; got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}
