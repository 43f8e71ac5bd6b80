package reports

import (
	"bytes"
	"strings"
	"testing"

	"github.com/confcov/confcov/coverage"
)

func TestFigures(t *testing.T) {
	var outputs [2][]string
	for i := range outputs {
		s, err := Load(exampleRun(t), Options{})
		if err != nil {
			t.Fatal(err)
		}
		for _, format := range []string{"svg", "png"} {
			for _, draw := range []func(b *bytes.Buffer) error{
				func(b *bytes.Buffer) error { return s.PlotPaths(b, format) },
				func(b *bytes.Buffer) error { return s.PlotGuaranteed(b, format) },
				func(b *bytes.Buffer) error { return s.Graph(b, coverage.Line) },
			} {
				var b bytes.Buffer
				if err := draw(&b); err != nil || b.Len() == 0 {
					t.Fatalf("%s: %d bytes, %v", format, b.Len(), err)
				}
				outputs[i] = append(outputs[i], b.String())
			}
		}
	}
	for i := range outputs[0] {
		if outputs[0][i] != outputs[1][i] {
			t.Errorf("figure %d differs between runs", i)
		}
	}
	golden(t, "example.dot", []byte(outputs[0][2]))
}

// TestTicks: axes are marked at whole numbers, at most eleven, the first at or after the least.
func TestTicks(t *testing.T) {
	for most, want := range map[float64]string{0: "0", 1: "0 1", 8: "0 1 2 3 4 5 6 7 8", 22: "0 5 10 15 20", 100: "0 10 20 30 40 50 60 70 80 90 100", 226: "0 50 100 150 200", 8676: "0 1,000 2,000 3,000 4,000 5,000 6,000 7,000 8,000"} {
		var labels []string
		for _, tick := range (wholeTicks{}).Ticks(0, most) {
			labels = append(labels, tick.Label)
		}
		if got := strings.Join(labels, " "); got != want {
			t.Errorf("up to %v: %s, want %s", most, got, want)
		}
	}
}

// TestFonts: files name fonts for those who lack the one that they were laid out with.
func TestFonts(t *testing.T) {
	var b bytes.Buffer
	s, err := Load(exampleRun(t), Options{})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.PlotPaths(&b, "svg"); err != nil {
		t.Fatal(err)
	}
	if text := b.String(); strings.Count(text, "font-family:") == 0 || strings.Count(text, "font-family:") != strings.Count(text, plotFonts) {
		t.Errorf("%d fonts, %d of them with others", strings.Count(text, "font-family:"), strings.Count(text, plotFonts))
	}
}
