package reports

import (
	"bytes"
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
