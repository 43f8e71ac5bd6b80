package page

// This file draws figures as SVG whose colours the style sheet sets, so that they follow light and dark.

import (
	"fmt"
	"html/template"
	"math"
	"slices"
	"strconv"
	"strings"
)

// plot is a figure and its numbers.
type plot struct {
	Title, Caption string
	SVG            template.HTML
	Columns        []string
	Rows           [][]string
}

// series is a line of a plot: the values at x0, x0+1, ...
type series struct {
	name   string
	class  int // of its colour
	values []float64
}

// chart is what is drawn.
type chart struct {
	x0             int
	xLabel, yLabel string
	top            float64 // of the y axis
	unit           string  // of the y axis
	lines          []series
	bars           []float64 // instead of lines
	names          []string  // of bars
}

// Measures of a figure.
const (
	plotWidth, plotHeight                        = 860.0, 380.0
	plotLeft, plotRight, plotTop, plotBottom     = 64.0, 96.0, 16.0, 48.0
	plotInnerWidth, plotInnerHeight              = plotWidth - plotLeft - plotRight, plotHeight - plotTop - plotBottom
	leastLabel                               int = 15 // between labels of lines
)

// svg is text in which what is written is escaped.
type svg struct{ strings.Builder }

func (b *svg) add(format string, args ...any) {
	for i, a := range args {
		switch a := a.(type) {
		case string:
			args[i] = template.HTMLEscapeString(a)
		case float64:
			args[i] = strconv.FormatFloat(math.Round(a*10)/10, 'f', -1, 64)
		}
	}
	fmt.Fprintf(b, format, args...)
}

// steps returns round numbers from 0 to at least top, about five of them.
func steps(top float64) []float64 {
	if top <= 0 {
		top = 1
	}
	step := math.Pow(10, math.Floor(math.Log10(top/4)))
	for _, f := range []float64{1, 2, 2.5, 5, 10} {
		if top/(step*f) <= 5 {
			step *= f
			break
		}
	}
	out := []float64{0}
	for out[len(out)-1] < top-1e-9 {
		out = append(out, out[len(out)-1]+step)
	}
	return out
}

// draw draws a chart; title is for people who do not see it.
func (c *chart) draw(title string) template.HTML {
	var b svg
	b.add(`<svg class="plot" viewBox="0 0 %v %v" role="img" aria-label="%v">`, plotWidth, plotHeight, title)
	ticks := steps(c.top)
	top := ticks[len(ticks)-1]
	y := func(v float64) float64 { return plotTop + plotInnerHeight*(1-v/top) }
	for _, v := range ticks {
		b.add(`<line class="grid" x1="%v" x2="%v" y1="%v" y2="%v"/><text class="tick" x="%v" y="%v" text-anchor="end">%v</text>`,
			plotLeft, plotLeft+plotInnerWidth, y(v), y(v), plotLeft-8, y(v)+4, tick(v)+c.unit)
	}
	b.add(`<text class="label" x="%v" y="%v" text-anchor="middle">%v</text>`, plotLeft+plotInnerWidth/2, plotHeight-8, c.xLabel)
	b.add(`<text class="label" transform="translate(14 %v) rotate(-90)" text-anchor="middle">%v</text>`, plotTop+plotInnerHeight/2, c.yLabel)
	if c.bars != nil {
		c.drawBars(&b, y)
	} else {
		c.drawLines(&b, y)
	}
	b.WriteString("</svg>")
	return template.HTML(b.String()) // add escapes
}

// tick returns the text of a round number.
func tick(v float64) string {
	if v == math.Trunc(v) {
		return thousands(int(v))
	}
	return strconv.FormatFloat(v, 'f', -1, 64)
}

func (c *chart) drawBars(b *svg, y func(float64) float64) {
	w := plotInnerWidth / float64(len(c.bars))
	for i, v := range c.bars {
		b.add(`<rect class="barline" x="%v" y="%v" width="%v" height="%v"><title>%v: %v</title></rect>`,
			plotLeft+w*float64(i)+w*0.1, y(v), w*0.8, y(0)-y(v), c.names[i], tick(v))
	}
}

func (c *chart) drawLines(b *svg, y func(float64) float64) {
	n := 1
	for _, l := range c.lines {
		n = max(n, len(l.values)-1)
	}
	x := func(i int) float64 { return plotLeft + plotInnerWidth*float64(i)/float64(n) }
	for i, every := 0, max(1, (n+19)/20); i <= n; i += every {
		b.add(`<text class="tick" x="%v" y="%v" text-anchor="middle">%d</text>`, x(i), plotTop+plotInnerHeight+18, c.x0+i)
	}
	for _, l := range c.lines {
		var points []string
		for i, v := range l.values {
			points = append(points, fmt.Sprintf("%.1f,%.1f", x(i), y(v)))
		}
		b.add(`<polyline class="line c%d" points="%v"/>`, l.class, strings.Join(points, " "))
		for i, v := range l.values {
			b.add(`<g class="mark c%d">`, l.class)
			mark(b, l.class, x(i), y(v))
			b.add(`<title>%v, %d: %v%v</title></g>`, l.name, c.x0+i, strconv.FormatFloat(v, 'f', 1, 64), c.unit)
		}
	}
	c.labels(b, x, y)
}

// mark draws a point in a shape of its own for each class, so that lines are told apart without colours.
func mark(b *svg, class int, x, y float64) {
	const r = 3.2
	switch class {
	case 1:
		b.add(`<rect x="%v" y="%v" width="%v" height="%v"/>`, x-r, y-r, 2*r, 2*r)
	case 2:
		b.add(`<path d="M%v %vL%v %vL%v %vZ"/>`, x, y-r*1.3, x+r*1.2, y+r, x-r*1.2, y+r)
	case 3:
		b.add(`<path d="M%v %vL%v %vL%v %vL%v %vZ"/>`, x, y-r*1.4, x+r*1.4, y, x, y+r*1.4, x-r*1.4, y)
	default:
		b.add(`<circle cx="%v" cy="%v" r="%v"/>`, x, y, r)
	}
}

// labels names the lines at their ends, one below another.
func (c *chart) labels(b *svg, x func(int) float64, y func(float64) float64) {
	order := make([]int, len(c.lines))
	for i := range order {
		order[i] = i
	}
	last := func(i int) float64 { v := c.lines[i].values; return v[len(v)-1] }
	slices.SortStableFunc(order, func(i, j int) int {
		switch a, b := last(i), last(j); {
		case a > b:
			return -1
		case a < b:
			return 1
		}
		return 0
	})
	at := -math.MaxFloat64
	for _, i := range order {
		l := c.lines[i]
		at = max(y(last(i)), at+float64(leastLabel), plotTop+4)
		b.add(`<g class="mark c%d">`, l.class)
		mark(b, l.class, plotLeft+plotInnerWidth+14, at)
		b.add(`</g><text class="name" x="%v" y="%v">%v</text>`, plotLeft+plotInnerWidth+24, at+4, l.name)
	}
	_ = x
}

// plots returns the figures of a report.
func (r *Report) plots() []plot {
	var list []plot
	if p := r.plotGuaranteed(); len(p.Rows) > 0 {
		list = append(list, p)
	}
	if p := r.plotCumulative(); len(p.Rows) > 0 {
		list = append(list, p)
	}
	if len(r.Tests) > 0 {
		list = append(list, r.plotEnds())
	}
	return list
}

// table fills in the numbers of lines.
func (p *plot) table(first string, c *chart) {
	p.Columns = []string{first}
	n := 0
	for _, l := range c.lines {
		p.Columns = append(p.Columns, l.name)
		n = max(n, len(l.values))
	}
	for i := range n {
		row := []string{strconv.Itoa(c.x0 + i)}
		for _, l := range c.lines {
			text := ""
			if i < len(l.values) {
				text = strconv.FormatFloat(l.values[i], 'f', 1, 64) + c.unit
			}
			row = append(row, text)
		}
		p.Rows = append(p.Rows, row)
	}
}

func (r *Report) plotGuaranteed() plot {
	c := &chart{xLabel: "interaction strength", yLabel: "guaranteed, of what can be covered", top: 100, unit: "%"}
	for i, cr := range r.Criteria {
		if len(cr.Guaranteed) == 0 {
			continue
		}
		l := series{name: cr.Plural, class: i}
		for _, n := range cr.Guaranteed {
			l.values = append(l.values, n.Value)
		}
		c.lines = append(c.lines, l)
	}
	p := plot{Title: "Coverage guaranteed by strength", Caption: "How much of what any configuration covers is guaranteed, " + r.By + ", by settings of at most so many options." + r.caveat()}
	if len(c.lines) > 0 {
		p.SVG = c.draw(p.Title)
		p.table("Strength", c)
	}
	return p
}

func (r *Report) plotCumulative() plot {
	c := &chart{x0: 1, xLabel: "configurations of the covering set", yLabel: "covered, of what can be covered", top: 100, unit: "%"}
	for _, s := range r.Sets {
		if s.Method != "exact" || len(s.Members) == 0 {
			continue
		}
		l := series{name: r.Criteria[s.Criterion].Plural, class: s.Criterion}
		for _, m := range s.Members {
			l.values = append(l.values, m.Cumulative.Value)
		}
		c.lines = append(c.lines, l)
	}
	p := plot{Title: "Cumulative coverage of the covering sets", Caption: "What the first configurations of a covering set cover together." + r.caveat()}
	if len(c.lines) > 0 {
		p.SVG = c.draw(p.Title)
		p.table("Configurations", c)
	}
	return p
}

func (r *Report) plotEnds() plot {
	tests := slices.Clone(r.Tests)
	slices.SortStableFunc(tests, func(a, b Test) int { return int(a.Ends.Value - b.Ends.Value) })
	word := strings.ToLower(r.Ends)
	c := &chart{xLabel: "tests", yLabel: word, bars: []float64{}}
	p := plot{Title: r.Ends + " of each test", Caption: "Tests in the order of how many " + word + " they have." + r.caveat(), Columns: []string{"Test", r.Ends}}
	for _, t := range tests {
		c.bars, c.names = append(c.bars, t.Ends.Value), append(c.names, t.Name)
		c.top = max(c.top, t.Ends.Value)
		p.Rows = append(p.Rows, []string{t.Name, t.Ends.Text})
	}
	p.SVG = c.draw(p.Title)
	return p
}

// caveat says that figures are not exact, if so.
func (r *Report) caveat() string {
	if len(r.Problems) > 0 {
		return " Exploration is incomplete: numbers may be more or fewer."
	}
	return ""
}
