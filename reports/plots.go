package reports

// This file draws the dissertation's Figures 4.4 and 4.5 for a study.

import (
	"bytes"
	"fmt"
	"image/color"
	"io"
	"math"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/confcov/confcov/coverage"
	"github.com/confcov/confcov/explore/path"
)

// Sizes of plots, and what is left free around them: the last tick's label stands half outside of the axis.
const (
	plotWidth  = 16 * vg.Centimeter
	plotHeight = 10 * vg.Centimeter
	plotMargin = 0.5 * vg.Centimeter
)

// Fonts of SVG files. Where they are shown, Liberation may be missing: the next ones are as wide, but for the last.
const (
	plotFont  = "font-family:Liberation Sans;"
	plotFonts = "font-family:Liberation Sans,Arial,Helvetica,sans-serif;"
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

// newPlot returns an empty plot with a grid.
func newPlot(title string) *plot.Plot {
	p := plot.New()
	p.Title.Text = title
	for _, f := range []*font.Font{
		&p.Title.TextStyle.Font, &p.Legend.TextStyle.Font, &p.X.Label.TextStyle.Font, &p.Y.Label.TextStyle.Font, &p.X.Tick.Label.Font, &p.Y.Tick.Label.Font,
	} {
		f.Variant = "Sans"
	}
	p.Legend.TextStyle.Font.Size = vg.Points(10)
	p.Legend.Padding = vg.Points(3)
	p.Title.Padding, p.X.Label.Padding, p.Y.Label.Padding = vg.Points(6), vg.Points(4), vg.Points(4)
	p.X.Tick.Marker, p.Y.Tick.Marker = wholeTicks{}, wholeTicks{}
	p.Add(plotter.NewGrid())
	return p
}

// wholeTicks are at multiples of 1, 2 or 5 times a power of ten: about ten, fewer rather than more.
type wholeTicks struct{}

func (wholeTicks) Ticks(least, most float64) []plot.Tick {
	step := 1.0
	for k := 0; (most-least)/step > 10; k++ {
		step *= []float64{2, 2.5, 2}[k%3]
	}
	var list []plot.Tick
	for x := math.Ceil(least/step) * step; x <= most; x += step {
		list = append(list, plot.Tick{Value: x, Label: thousands(fmt.Sprintf("%.0f", x))})
	}
	return list
}

func writePlot(p *plot.Plot, w io.Writer, format string) error {
	c, err := draw.NewFormattedCanvas(plotWidth, plotHeight, format)
	if err != nil {
		return fmt.Errorf("plot %s: %w", p.Title.Text, err)
	}
	d := draw.New(c)
	d.SetColor(color.White)
	d.Fill(d.Rectangle.Path())
	p.Draw(draw.Crop(d, 0, -plotMargin, 0, 0))
	var b bytes.Buffer
	if _, err := c.WriteTo(&b); err != nil {
		return fmt.Errorf("plot %s: %w", p.Title.Text, err)
	}
	text := b.Bytes()
	if format == "svg" {
		text = bytes.ReplaceAll(text, []byte(plotFont), []byte(plotFonts))
	}
	_, err = w.Write(text)
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
	return s.plotPaths(w, format, s.Run.Subject.Name)
}

func (s *Study) plotPaths(w io.Writer, format, title string) error {
	p := newPlot(title + ": " + s.pathWord("paths", "ends") + " of each test" + s.plotBound())
	p.X.Label.Text = "test, by number of " + s.pathWord("paths", "ends")
	p.Y.Label.Text = s.pathWord("paths", "ends")
	p.X.Min, p.Y.Min = 0, 0
	p.Legend.Top, p.Legend.Left = true, true
	p.Legend.XOffs, p.Legend.YOffs = plotMargin, -plotMargin/2
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

// pathsCaption says what the figure of all tests shows.
func (s *Study) pathsCaption() string {
	text := s.pathWord("paths", "ends") + " of each test"
	var counts []int
	most := ""
	for i := range s.Tests {
		n := 0
		for _, in := range s.Tests[i].Info {
			if in != nil {
				n = max(n, in.Paths)
			}
		}
		if len(counts) == 0 || n > slices.Max(counts) {
			most = s.Tests[i].Test
		}
		counts = append(counts, n)
	}
	if len(counts) < 2 {
		return text
	}
	slices.Sort(counts)
	number := func(i int) string { return thousands(fmt.Sprint(counts[i])) }
	last := len(counts) - 1
	if counts[0] == counts[last] {
		return text + ", " + number(0) + " each" + s.plotBound()
	}
	return fmt.Sprintf("%s, from %s to %s (%s); half of the tests have at most %s%s", text, number(0), number(last), most, number(last/2), s.plotBound())
}

// PlotGuaranteed draws guaranteed coverage against interaction strength (Figure 4.5).
func (s *Study) PlotGuaranteed(w io.Writer, format string) error {
	return s.plotGuaranteed(w, format, s.Run.Subject.Name, nil)
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
func (s *Study) plotGuaranteed(w io.Writer, format, title string, there *publishedSubject) error {
	p := newPlot(title + ": guaranteed coverage" + s.plotBound())
	p.X.Label.Text = "settings, at most"
	p.Y.Label.Text = "% of what is reachable"
	p.Y.Min, p.Y.Max = 0, 100
	p.Legend.Left = true // the text is at the right of its line, where there is room for a wider font
	p.Legend.XOffs, p.Legend.YOffs = 8*vg.Centimeter, plotMargin/2
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
		if err := addLine(p, coverage.Line.String()+", "+there.release()+", 2011", coverage.Line, curve(cum, cum[len(cum)-1]), dashes...); err != nil {
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
