package native

import (
	"testing"

	"github.com/confcov/confcov/subjects"
	"github.com/confcov/confcov/subjects/confspace"
	"github.com/confcov/confcov/subjects/fetch"
)

// TestLines checks the example's lines under two configurations by hand.
func TestLines(t *testing.T) {
	t.Setenv("CONFCOV_CACHE", t.TempDir())
	s, err := subjects.Load("example")
	if err != nil {
		t.Fatal(err)
	}
	p, err := s.Prepare(t.Context(), fetch.Options{})
	if err != nil {
		t.Fatal(err)
	}
	in, err := Instrument(t.Context(), s, p, t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	test, err := s.Test("input1")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		settings  confspace.Settings
		one, five bool
	}{
		{confspace.Settings{{Option: 0, Value: 1}}, true, false},
		{confspace.Settings{{Option: 1, Value: 1}, {Option: 3, Value: 1}}, false, true},
	} {
		lines, err := in.Lines(t.Context(), test, c.settings)
		if err != nil {
			t.Fatal(err)
		}
		got := lines["example.c"]
		if got[20] != c.one || got[33] != c.five {
			t.Errorf("%v: lines 20 and 33 executed: %v, %v; want %v, %v", c.settings, got[20], got[33], c.one, c.five)
		}
	}
}
