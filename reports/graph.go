package reports

// This file makes the graph of interactions (Figure 4.6).
//
// A node is settings with the same neighbours, settings being neighbours if they are in an interaction together: either settings that occur in
// interactions all together, or such of which each occurs without the others. It is shaded if they are an interaction by themselves. An edge is solid if
// there is an interaction of just what it joins, else dashed. To keep the graph readable only those interactions are
// drawn that are needed to guarantee a share of the coverage, the most rewarding first, and of these no more than make a graph of maxGraph nodes.

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/emicklei/dot"

	"github.com/confcov/confcov/coverage"
	"github.com/confcov/confcov/interactions"
	"github.com/confcov/confcov/reports/page"
	"github.com/confcov/confcov/subjects/confspace"
)

// maxGraph is how many nodes a graph has at most, unless already the first interaction has more.
const maxGraph = 24

// graph is interactions as a graph.
type graph struct {
	nodes  []graphNode
	edges  []graphEdge
	share  float64 // of the coverage that these interactions guarantee, in per cent
	drawn  int     // interactions that have settings
	needed int     // how many of them the wanted share needs
}

type graphNode struct {
	settings confspace.Settings // ascending
	together bool               // they are in the same interactions; else each is in some of its own
	alone    bool               // they are an interaction, or each of them is, without any others
}

// graphEdge joins the nodes a < b.
type graphEdge struct {
	a, b     int
	pair     bool // an interaction of just these two nodes
	elements int  // that interactions along it newly guarantee
}

// needed returns indices of interactions that together guarantee at least share (0 to 1) of what can be covered, and how many elements the first of them, the
// first two and so on guarantee.
func needed(a *interactions.Analysis, share float64) (list, sums []int) {
	want := share * float64(a.Total.Covered())
	have := make([]bool, len(a.Total.Classes))
	got := 0
	used := make([]bool, len(a.Interactions))
	for float64(got) < want {
		best, most := -1, 0
		for i := range a.Interactions {
			n := 0
			for _, k := range a.Interactions[i].New {
				if !have[k] {
					n += len(a.Total.Classes[k].Elements)
				}
			}
			if !used[i] && n > most {
				best, most = i, n
			}
		}
		if best < 0 {
			break
		}
		used[best] = true
		got += most
		list, sums = append(list, best), append(sums, got)
		for _, k := range a.Interactions[best].New {
			have[k] = true
		}
	}
	return list, sums
}

// newGraph returns the graph of the interactions that guarantee share (0 to 1) of the coverage, as far as that is readable.
func newGraph(a *interactions.Analysis, share float64) *graph {
	list, sums := needed(a, share)
	g := &graph{}
	for n := 1; n <= len(list); n++ {
		next := mergeSettings(a, list[:n])
		if n > 1 && len(next.nodes) > maxGraph {
			break
		}
		g = next
		g.drawn, g.share = withSettings(a, list[:n]), float64(percent(sums[n-1], a.Total.Covered()))
	}
	g.needed = withSettings(a, list)
	return g
}

// withSettings returns how many of some interactions have settings: coverage that needs none is one, too.
func withSettings(a *interactions.Analysis, list []int) (n int) {
	for _, i := range list {
		if a.Interactions[i].Strength() > 0 {
			n++
		}
	}
	return n
}

// mergeSettings returns the graph of some interactions. Settings that are in the same interactions are one node; then single settings that are in none
// together and have the same neighbours.
func mergeSettings(a *interactions.Analysis, list []int) *graph {
	var settings confspace.Settings
	in := map[confspace.Setting][]int{}
	for _, i := range list {
		for _, x := range a.Interactions[i].Settings {
			if in[x] == nil {
				settings = append(settings, x)
			}
			in[x] = append(in[x], i)
		}
	}
	slices.SortFunc(settings, compareSettings)
	var groups []graphNode
	of := map[confspace.Setting]int{}
	for _, x := range settings {
		k := slices.IndexFunc(groups, func(n graphNode) bool { return slices.Equal(in[n.settings[0]], in[x]) })
		if k < 0 {
			k = len(groups)
			groups = append(groups, graphNode{together: true})
		}
		groups[k].settings = append(groups[k].settings, x)
		of[x] = k
	}
	neighbours := make([][]bool, len(groups))
	for i := range neighbours {
		neighbours[i] = make([]bool, len(groups))
	}
	for _, i := range list {
		for _, x := range a.Interactions[i].Settings {
			for _, y := range a.Interactions[i].Settings {
				if of[x] != of[y] {
					neighbours[of[x]][of[y]] = true
				}
			}
		}
	}
	g := &graph{}
	node := make([]int, len(groups))
	var first []int // by node: its first group
	for i, n := range groups {
		node[i] = -1
		if len(n.settings) == 1 {
			node[i] = slices.IndexFunc(first, func(j int) bool {
				return len(groups[j].settings) == 1 && !neighbours[i][j] && slices.Equal(neighbours[i], neighbours[j])
			})
		}
		if node[i] < 0 {
			node[i] = len(g.nodes)
			g.nodes, first = append(g.nodes, n), append(first, i)
			continue
		}
		m := &g.nodes[node[i]]
		m.settings, m.together = append(m.settings, n.settings...), false
	}
	for _, i := range list {
		g.join(&a.Interactions[i], a, func(x confspace.Setting) int { return node[of[x]] })
	}
	slices.SortFunc(g.edges, func(x, y graphEdge) int { return cmp.Or(cmp.Compare(x.a, y.a), cmp.Compare(x.b, y.b)) })
	return g
}

// compareSettings orders settings by option and value.
func compareSettings(x, y confspace.Setting) int {
	return cmp.Or(cmp.Compare(x.Option, y.Option), cmp.Compare(x.Value, y.Value))
}

// join adds what an interaction draws.
func (g *graph) join(in *interactions.Interaction, a *interactions.Analysis, node func(confspace.Setting) int) {
	var at []int
	for _, x := range in.Settings {
		if n := node(x); !slices.Contains(at, n) {
			at = append(at, n)
		}
	}
	if len(at) == 1 {
		g.nodes[at[0]].alone = true
	}
	for i, m := range at {
		for _, n := range at[i+1:] {
			x, y := min(m, n), max(m, n)
			k := slices.IndexFunc(g.edges, func(e graphEdge) bool { return e.a == x && e.b == y })
			if k < 0 {
				k = len(g.edges)
				g.edges = append(g.edges, graphEdge{a: x, b: y})
			}
			g.edges[k].pair = g.edges[k].pair || len(at) == 2
			g.edges[k].elements += a.Size(in.New)
		}
	}
}

// wantedShare is how much of the coverage the interactions in graphs guarantee, if that is readable.
const wantedShare = 0.95

// Graph writes the graph of interactions of a criterion in the dot language.
func (s *Study) Graph(w io.Writer, c coverage.Criterion) error {
	r := s.Result(c)
	if r == nil || r.Analysis == nil {
		return fmt.Errorf("graph: %s coverage was not analysed", c)
	}
	g := newGraph(r.Analysis, wantedShare)
	d := dot.NewGraph(dot.Undirected)
	d.Attr("label", fmt.Sprintf("%s: %s%s", s.Run.Subject.Name, s.graphCaption(g, r), s.plotBound()))
	d.Attr("overlap", "false")
	d.Attr("layout", "neato")
	nodes := make([]dot.Node, len(g.nodes))
	for i, n := range g.nodes {
		var lines []string
		for j := range n.settings {
			lines = append(lines, s.Space.FormatSettings(n.settings[j:j+1]))
		}
		between := "\n"
		if n.together {
			between = " &\n"
		}
		nodes[i] = d.Node(strings.Join(lines, between)).Attr("shape", "box")
		if n.alone {
			nodes[i].Attr("style", "filled").Attr("fillcolor", "lightgrey")
		}
	}
	for _, e := range g.edges {
		x := d.Edge(nodes[e.a], nodes[e.b], fmt.Sprint(e.elements))
		if !e.pair {
			x.Attr("style", "dashed")
		}
	}
	_, err := io.WriteString(w, d.String()+"\n")
	return err
}

// graphCaption says what a graph shows.
func (s *Study) graphCaption(g *graph, r *Result) string {
	share, always := Percent(g.share), percent(r.Analysis.Cumulative()[0], r.Total.Covered())
	interactions, text := "interaction", ""
	if g.drawn != 1 {
		interactions = fmt.Sprintf("%d interactions", g.drawn)
	}
	if g.drawn == g.needed {
		text = fmt.Sprintf("the %s needed to guarantee %s of the %s coverage that any configuration reaches", interactions, share.text(), r.Criterion)
	} else {
		text = fmt.Sprintf("the %d most rewarding interactions, which guarantee %s of the %s coverage that any configuration reaches; %d would guarantee %.0f%%",
			g.drawn, share.text(), r.Criterion, g.needed, 100*wantedShare)
	}
	if always > 0 {
		text += fmt.Sprintf(" (%s needs no settings)", always.text())
	}
	return text
}

// pageGraph returns the graph of the first criterion, nil if there are no interactions.
func (s *Study) pageGraph() *page.Graph {
	if len(s.Results) == 0 || s.Results[0].Analysis == nil {
		return nil
	}
	r := s.Results[0]
	g := newGraph(r.Analysis, wantedShare)
	if len(g.nodes) == 0 {
		return nil
	}
	out := &page.Graph{Caption: "Drawn are " + s.graphCaption(g, r) + "."}
	for _, n := range g.nodes {
		out.Nodes = append(out.Nodes, page.GraphNode{Settings: s.pageSettings(n.settings), Together: n.together, Alone: n.alone})
	}
	for _, e := range g.edges {
		out.Edges = append(out.Edges, page.GraphEdge{A: e.a, B: e.b, Pair: e.pair, Elements: e.elements})
	}
	return out
}
