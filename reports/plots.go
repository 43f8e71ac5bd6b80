package reports

// This file draws the dissertation's Figures 4.4 and 4.5 for a study.

import (
	"fmt"
	"image/color"
	"io"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/confcov/confcov/coverage"
	"github.com/confcov/confcov/explore/path"
)

// Sizes of plots.
const (
	plotWidth  = 16 * vg.Centimeter
	plotHeight = 10 * vg.Centimeter
)

// palette has a colour for each criterion that is told apart in print and by most colour-blind people.
var palette = map[coverage.Criterion]color.Color{
	coverage.Line:    color.RGBA{R: 0x1b, G: 0x6c, B: 0xa8, A: 0xff},
	coverage.Block:   color.RGBA{R: 0x2a, G: 0x9d, B: 0x4b, A: 0xff},
	coverage.Edge:    color.RGBA{R: 0xd9, G: 0x7b, B: 0x06, A: 0xff},
	coverage.Outcome: color.RGBA{R: 0x8e, G: 0x2f, B: 0x8e, A: 0xff},
}

// dashes are those of a line of the dissertation's.
var dashes = []vg.Length{vg.Points(4), vg.Points(3)}

// addLine adds a line with points to p.
func addLine(p *plot.Plot, name string, c coverage.Criterion, xys plotter.XYs, dashes ...vg.Length) error {
	line, points, err := plotter.NewLinePoints(xys)
	if err != nil {
		return fmt.Errorf("plot %s: %w", p.Title.Text, err)
	}
	line.Color, points.Color = palette[c], palette[c]
	line.Width = vg.Points(1.2)
	line.Dashes = dashes
	points.Radius = vg.Points(2)
	points.Shape = map[coverage.Criterion]draw.GlyphDrawer{
		coverage.Line: draw.CircleGlyph{}, coverage.Block: draw.BoxGlyph{},
		coverage.Edge: draw.TriangleGlyph{}, coverage.Outcome: draw.PyramidGlyph{},
	}[c]
	p.Add(line, points)
	p.Legend.Add(name, line, points)
	return nil
}

func writePlot(p *plot.Plot, w io.Writer, format string) error {
	wt, err := p.WriterTo(plotWidth, plotHeight, format)
	if err != nil {
		return fmt.Errorf("plot %s: %w", p.Title.Text, err)
	}
	_, err = wt.WriteTo(w)
	return err
}

// plotBound says in titles that what is drawn is not exact, "" if it is.
func (s *Study) plotBound() string {
	if s.Exact() {
		return ""
	}
	return " (incomplete: may be more or fewer)"
}

// PlotPaths draws the number of paths of each test, tests sorted by it (Figure 4.4). format is "svg", "png" or "pdf".
func (s *Study) PlotPaths(w io.Writer, format string) error {
	p := plot.New()
	p.Title.Text = s.Run.Subject.Name + ": " + s.pathWord("paths", "ends") + " of each test" + s.plotBound()
	p.X.Label.Text = "test, by number of " + s.pathWord("paths", "ends")
	p.Y.Label.Text = s.pathWord("paths", "ends")
	p.Y.Min = 0
	p.Legend.Top, p.Legend.Left = true, true
	p.Add(plotter.NewGrid())
	for _, m := range s.modes() {
		var counts []int
		for i := range s.Tests {
			if in := s.Tests[i].Info[m]; in != nil {
				counts = append(counts, in.Paths)
			}
		}
		if len(counts) == 0 {
			continue
		}
		slices.Sort(counts)
		xys := make(plotter.XYs, len(counts))
		for i, n := range counts {
			xys[i] = plotter.XY{X: float64(i + 1), Y: float64(n)}
		}
		name, c := "line, block, edge", coverage.Line
		switch m {
		case path.Expanded:
			name, c = "outcome", coverage.Outcome
		case path.Both:
			name = "line, block, edge, outcome"
		}
		if err := addLine(p, name, c, xys); err != nil {
			return err
		}
	}
	return writePlot(p, w, format)
}

// PlotGuaranteed draws guaranteed coverage against interaction strength (Figure 4.5).
func (s *Study) PlotGuaranteed(w io.Writer, format string) error {
	return s.plotGuaranteed(w, format, nil)
}

// curve returns how many per cent of total the numbers are.
func curve(numbers []int, total int) plotter.XYs {
	xys := make(plotter.XYs, len(numbers))
	for n, k := range numbers {
		xys[n] = plotter.XY{X: float64(n), Y: coverage.Count{Covered: k, Total: total}.Percent()}
	}
	return xys
}

// plotGuaranteed draws it with the dissertation's curve for lines; there may be nil.
func (s *Study) plotGuaranteed(w io.Writer, format string, there *publishedSubject) error {
	p := plot.New()
	p.Title.Text = s.Run.Subject.Name + ": guaranteed coverage" + s.plotBound()
	p.X.Label.Text = "interaction strength"
	p.Y.Label.Text = "% of what is reachable"
	p.Y.Min, p.Y.Max = 0, 100
	p.Legend.Left = false
	p.Add(plotter.NewGrid())
	top := 0
	for _, r := range s.Results {
		if r.Analysis == nil || r.Total.Covered() == 0 {
			continue
		}
		cum := r.Analysis.Cumulative()
		top = max(top, len(cum)-1)
		if err := addLine(p, r.Criterion.String(), r.Criterion, curve(cum, r.Total.Covered())); err != nil {
			return err
		}
	}
	if there != nil && len(there.Guaranteed.Line) > 0 {
		cum := there.Guaranteed.Line
		top = max(top, len(cum)-1)
		if err := addLine(p, coverage.Line.String()+", "+there.release(), coverage.Line, curve(cum, cum[len(cum)-1]), dashes...); err != nil {
			return err
		}
	}
	var ticks plot.ConstantTicks
	for n := 0; n <= top; n++ {
		ticks = append(ticks, plot.Tick{Value: float64(n), Label: fmt.Sprint(n)})
	}
	p.X.Tick.Marker = ticks
	p.Y.Max = 100
	return writePlot(p, w, format)
}
