package reports

// This file draws interactions as a graph (Figure 4.6).
//
// A node is a setting, shaded if it is an interaction by itself. An interaction
// of two settings is an edge; one of three and more is a small point joined
// to each of its settings, labelled with the number of elements that it newly
// guarantees. To keep the graph readable only the interactions are drawn that
// are needed to guarantee a share of the coverage, the most rewarding first.

import (
	"fmt"
	"io"

	"github.com/emicklei/dot"

	"github.com/confcov/confcov/coverage"
	"github.com/confcov/confcov/interactions"
	"github.com/confcov/confcov/subjects/confspace"
)

// needed returns indices of interactions that together guarantee at least share (0 to 1) of what can be covered.
func needed(a *interactions.Analysis, share float64) []int {
	want := share * float64(a.Total.Covered())
	have := make([]bool, len(a.Total.Classes))
	got := 0.0
	var out []int
	used := make([]bool, len(a.Interactions))
	for got < want {
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
		out = append(out, best)
		got += float64(most)
		for _, k := range a.Interactions[best].New {
			have[k] = true
		}
	}
	return out
}

// Graph writes the interactions of a criterion that guarantee share (0 to 1) of its coverage, in the dot language.
func (s *Study) Graph(w io.Writer, c coverage.Criterion, share float64) error {
	r := s.Result(c)
	if r == nil || r.Analysis == nil {
		return fmt.Errorf("graph: %s coverage was not analysed", c)
	}
	g := dot.NewGraph(dot.Undirected)
	g.Attr("label", fmt.Sprintf("%s: interactions for %.0f%% of %s coverage%s", s.Run.Subject.Name, 100*share, c, s.plotBound()))
	g.Attr("overlap", "false")
	g.Attr("layout", "neato")
	setting := func(x confspace.Setting) dot.Node {
		return g.Node(s.Space.FormatSettings(confspace.Settings{x})).Attr("shape", "box")
	}
	for _, i := range needed(r.Analysis, share) {
		in := &r.Analysis.Interactions[i]
		size := fmt.Sprint(r.Analysis.Size(in.New))
		switch p := in.Settings; len(p) {
		case 0:
		case 1:
			setting(p[0]).Attr("style", "filled").Attr("fillcolor", "lightgrey").Attr("tooltip", size+" elements")
		case 2:
			g.Edge(setting(p[0]), setting(p[1]), size)
		default:
			hub := g.Node(s.Space.FormatSettings(p)).Attr("shape", "point").Attr("xlabel", size)
			for _, x := range p {
				g.Edge(hub, setting(x)).Attr("style", "dashed")
			}
		}
	}
	_, err := io.WriteString(w, g.String()+"\n")
	return err
}
