package page

// This file draws the graph of interactions.
//
// Nodes are placed so that their distances on paper are like those in the graph (stress majorization: de Leeuw 1977; Gansner, Koren and North 2004), from a
// circle on which they begin, and then pushed apart where their boxes overlap. Nothing is random.

import (
	"fmt"
	"html/template"
	"io"
	"math"
	"strings"
)

// Graph is a drawing of interactions.
type Graph struct {
	Caption string
	Nodes   []GraphNode
	Edges   []GraphEdge
}

// GraphNode is settings with equal neighbours.
type GraphNode struct {
	Settings []Setting
	Together bool // they occur all together
	Alone    bool // they are an interaction by themselves
}

// GraphEdge joins two nodes.
type GraphEdge struct {
	A, B     int
	Pair     bool // an interaction of just these two nodes
	Elements int
}

// Measures of boxes.
const (
	graphLine   = 15.0 // height of a line
	graphChar   = 6.7  // width of a character
	graphLabels = 10   // settings that a node shows
	graphGap    = 26.0 // between boxes
)

type point struct{ x, y float64 }

// box is a node on paper: its middle and its size.
type box struct {
	point
	w, h  float64
	lines []string
	more  string // the settings that are not shown
}

// SVG draws the graph.
func (g *Graph) SVG() template.HTML {
	boxes := g.boxes()
	place(boxes, g.distances())
	apart(boxes)
	low, high := point{math.Inf(1), math.Inf(1)}, point{math.Inf(-1), math.Inf(-1)}
	for _, b := range boxes {
		low = point{min(low.x, b.x-b.w/2), min(low.y, b.y-b.h/2)}
		high = point{max(high.x, b.x+b.w/2), max(high.y, b.y+b.h/2)}
	}
	const margin = 8
	var out svg
	out.add(`<svg class="interactions" viewBox="%v %v %v %v" width="%v" height="%v" role="img" aria-label="%s">`,
		low.x-margin, low.y-margin, high.x-low.x+2*margin, high.y-low.y+2*margin, high.x-low.x+2*margin, high.y-low.y+2*margin,
		fmt.Sprintf("%d nodes and %d edges", len(g.Nodes), len(g.Edges)))
	most := 1
	for _, e := range g.Edges {
		most = max(most, e.Elements)
	}
	for _, e := range g.Edges {
		class := "edge many"
		if e.Pair {
			class = "edge pair"
		}
		a, b := boxes[e.A], boxes[e.B]
		out.add(`<line class="%s" data-a="%d" data-b="%d" x1="%v" y1="%v" x2="%v" y2="%v" stroke-width="%v"><title>%s new elements</title></line>`,
			class, e.A, e.B, a.x, a.y, b.x, b.y, 0.8+3.2*float64(e.Elements)/float64(most), thousands(e.Elements))
	}
	for i, b := range boxes {
		class := "node"
		if g.Nodes[i].Alone {
			class = "node alone"
		}
		out.add(`<g class="%s" data-n="%d" tabindex="0"><rect x="%v" y="%v" width="%v" height="%v" rx="4"/>`, class, i, b.x-b.w/2, b.y-b.h/2, b.w, b.h)
		for k, line := range b.lines {
			out.add(`<text x="%v" y="%v">%s</text>`, b.x-b.w/2+7, b.y-b.h/2+5+graphLine*(float64(k)+0.72), line)
		}
		if b.more != "" {
			out.add(`<title>%s</title>`, b.more)
		}
		out.WriteString("</g>")
	}
	out.WriteString("</svg>")
	return template.HTML(out.String()) // add escapes
}

func (g *Graph) boxes() []box {
	boxes := make([]box, len(g.Nodes))
	for i, n := range g.Nodes {
		b := &boxes[i]
		for k, s := range n.Settings {
			if k >= graphLabels && len(n.Settings) > graphLabels+1 {
				b.more += s.Option + "=" + s.Value + "\n"
				continue
			}
			line := clip(s.Option+"="+s.Value, 34)
			if n.Together && k < len(n.Settings)-1 {
				line += " &"
			}
			b.lines = append(b.lines, line)
		}
		if n := len(n.Settings) - len(b.lines); n > 0 {
			b.lines = append(b.lines, fmt.Sprintf("and %d more", n))
		}
		longest := 0
		for _, line := range b.lines {
			longest = max(longest, len([]rune(line)))
		}
		b.w, b.h = graphChar*float64(longest)+14, graphLine*float64(len(b.lines))+8
	}
	return boxes
}

// clip shortens a text to n characters.
func clip(s string, n int) string {
	if r := []rune(s); len(r) > n {
		return string(r[:n-1]) + "…"
	}
	return s
}

// distances returns how many edges nodes are apart; those of different parts of the graph as much as the longest way.
func (g *Graph) distances() [][]float64 {
	n := len(g.Nodes)
	d := make([][]float64, n)
	for i := range d {
		d[i] = make([]float64, n)
		for j := range d[i] {
			if i != j {
				d[i][j] = math.Inf(1)
			}
		}
	}
	for _, e := range g.Edges {
		d[e.A][e.B], d[e.B][e.A] = 1, 1
	}
	longest := 1.0
	for k := range d {
		for i := range d {
			for j := range d {
				d[i][j] = min(d[i][j], d[i][k]+d[k][j])
			}
		}
	}
	for i := range d {
		for j := range d {
			if !math.IsInf(d[i][j], 1) {
				longest = max(longest, d[i][j])
			}
		}
	}
	for i := range d {
		for j := range d {
			d[i][j] = min(d[i][j], longest)
		}
	}
	return d
}

// place sets where boxes are.
func place(boxes []box, d [][]float64) {
	n := len(boxes)
	size := 0.0
	for i, b := range boxes {
		a := 2 * math.Pi * float64(i) / float64(n)
		boxes[i].x, boxes[i].y = 300*math.Cos(a), 200*math.Sin(a)
		size += math.Sqrt(b.w * b.h)
	}
	unit := 1.6*size/float64(max(1, n)) + 60
	for range 300 {
		next := make([]point, n)
		for i := range boxes {
			var sum point
			weights := 0.0
			for j := range boxes {
				if i == j {
					continue
				}
				want := unit * d[i][j]
				w := 1 / (want * want)
				dx, dy := boxes[i].x-boxes[j].x, boxes[i].y-boxes[j].y
				far := math.Hypot(dx, dy)
				if far < 1e-9 {
					dx, dy, far = 1, float64(i-j), math.Hypot(1, float64(i-j))
				}
				sum.x += w * (boxes[j].x + want*dx/far)
				sum.y += w * (boxes[j].y + want*dy/far)
				weights += w
			}
			if next[i] = boxes[i].point; weights > 0 {
				next[i] = point{sum.x / weights, sum.y / weights}
			}
		}
		for i := range boxes {
			boxes[i].point = next[i]
		}
	}
}

// apart pushes boxes apart until none overlap.
func apart(boxes []box) {
	for range 500 {
		moved := false
		for i := range boxes {
			for j := range i {
				a, b := &boxes[i], &boxes[j]
				dx, dy := a.x-b.x, a.y-b.y
				overX, overY := (a.w+b.w)/2+graphGap-math.Abs(dx), (a.h+b.h)/2+graphGap-math.Abs(dy)
				if overX <= 0.01 || overY <= 0.01 {
					continue
				}
				moved = true
				if overX < overY {
					push := math.Copysign(overX/2, dx)
					a.x, b.x = a.x+push, b.x-push
				} else {
					push := math.Copysign(overY/2, dy)
					a.y, b.y = a.y+push, b.y-push
				}
			}
		}
		if !moved {
			return
		}
	}
}

// graphStyle is what a drawing looks like that stands alone.
const graphStyle = `<style>
text { font: 11px ui-monospace, monospace; }
rect { fill: #fff; stroke: #555; }
.alone rect { fill: #ddd; }
.edge { stroke: #777; }
.edge.pair { stroke: #1b6ca8; }
.edge.many { stroke-dasharray: 4 4; opacity: .6; }
</style>`

// File writes the graph as a file of its own.
func (g *Graph) File(w io.Writer) error {
	text := strings.Replace(string(g.SVG()), "<svg ", `<svg xmlns="http://www.w3.org/2000/svg" `, 1)
	head, rest, _ := strings.Cut(text, ">")
	_, err := io.WriteString(w, head+">"+graphStyle+rest+"\n")
	return err
}
