package reports

import (
	"bytes"
	"testing"

	"github.com/confcov/confcov/interactions"
)

// TestExplainPlace: what is said of a place is the same when the settings of nothing else are found.
func TestExplainPlace(t *testing.T) {
	d := exampleRun(t)
	for _, guarantee := range []interactions.Guarantee{interactions.ByTest, interactions.BySuite} {
		whole, err := Load(d, Options{NoSets: true, Guarantee: guarantee})
		if err != nil {
			t.Fatal(err)
		}
		for _, place := range []string{"example.c:5", "example.c:7-17", "main", "example.c", "example.c:20", "example.c:4:7 main true"} {
			s, err := Load(d, Options{NoSets: true, Guarantee: guarantee, Place: place})
			if err != nil {
				t.Fatal(err)
			}
			text := func(s *Study) string {
				table, err := s.Explain(place)
				if err != nil {
					return err.Error()
				}
				var b bytes.Buffer
				if err := table.Write(&b, FormatJSON); err != nil {
					t.Fatal(err)
				}
				return b.String()
			}
			if got, want := text(s), text(whole); got != want {
				t.Errorf("%s by %s: %s\nwant %s", place, guarantee, got, want)
			}
		}
	}
}
