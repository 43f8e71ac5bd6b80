package reports

import (
	"bytes"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/confcov/confcov/explore/path"
	"github.com/confcov/confcov/interactions"
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

// TestExplainText: what is reached alike is one group, and what is never covered has a reason.
func TestExplainText(t *testing.T) {
	s, err := Load(exampleRun(t), Options{Guarantee: interactions.BySuite})
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	for _, place := range []string{"example.c:1-99", "example.c:17", "example.c:20", "example.c:4:7 true"} {
		b.WriteString("$ explain " + place + "\n")
		if err := s.ExplainText(&b, Layout{Width: 80}, place, false); err != nil {
			t.Fatal(err)
		}
	}
	golden(t, "explain.txt", b.Bytes())
}
