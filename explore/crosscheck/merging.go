package crosscheck

// This file checks versions whose ways are merged wherever they meet: under each of a number of configurations the
// program must end natively, print and reach lines as the exploration says it does there. Functions are not compared, and neither is how
// often a line is reached: a merged path has no count of its own for each configuration.

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/confcov/confcov/coverage"
	"github.com/confcov/confcov/explore"
	"github.com/confcov/confcov/explore/path"
	"github.com/confcov/confcov/explore/trace"
	"github.com/confcov/confcov/subjects/confspace"
)

// The limits of exploration with merging, and how many configurations are run natively.
const (
	mergedPaths    = 256
	configurations = 24
)

// Observed is what an exploration says about one configuration.
type Observed struct {
	Configuration confspace.Configuration
	Paths         int              // how many it takes; the rest is known if that is 1
	Wide          bool             // the condition of one is wider than the path: there may be more than one
	End           path.Termination // of the path
	Trace         trace.Trace      // without calls; the lines' counts are 1 or 0
}

// Merge explores a program with ways merged wherever they meet, and returns what it says about the configurations that draw chooses.
// An error is a *CrashError or that of the context.
func (e *Engine) Merge(ctx context.Context, in Interpretation, stages Stages, draw func(*explore.Result) []confspace.Configuration) (res *explore.Result, all []Observed, err error) {
	var written []func(confspace.Configuration) []byte
	opt := explore.Options{Merge: explore.MergeAll, Written: func(at func(confspace.Configuration) []byte) { written = append(written, at) }}
	err = e.run(ctx, &in, stages, opt, func(prog *explore.Program, r *explore.Result) {
		res = r
		for _, c := range draw(r) {
			all = append(all, observe(prog, r, written, c))
		}
	})
	return res, all, err
}

// observe says what a result says about configuration c.
func observe(prog *explore.Program, res *explore.Result, written []func(confspace.Configuration) []byte, c confspace.Configuration) Observed {
	o := Observed{Configuration: c}
	for i := range res.Test.Paths {
		p := &res.Test.Paths[i]
		if !res.Test.Sets.Contains(p.Condition, c) {
			continue
		}
		o.Paths++
		o.Wide = o.Wide || wide(p)
		o.End = p.End
		o.Trace = trace.Trace{End: explore.TraceEnd(p.End), Output: written[i](c), Lines: linesOf(prog, res, p, c)}
	}
	return o
}

// wide reports whether the path's condition holds for more configurations than those that take the path.
func wide(p *path.Path) bool {
	return slices.ContainsFunc(p.Notes, func(n path.Note) bool { return n.Kind == path.NoteWide })
}

// linesOf returns 1 for the lines that path p reaches under c, 0 for the others.
func linesOf(prog *explore.Program, res *explore.Result, p *path.Path, c confspace.Configuration) trace.Lines {
	layout := res.Test.Mode.Layout(prog.Universe)
	lines := trace.Lines{}
	set := func(e *coverage.Element, reached uint64) {
		if lines[e.File] == nil {
			lines[e.File] = map[uint32]uint64{}
		}
		lines[e.File][e.Line] |= reached
	}
	for id := uint32(1); prog.Universe.Element(coverage.Line, id) != nil; id++ {
		e := prog.Universe.Element(coverage.Line, id)
		reached := uint64(0)
		if coverage.Bits(p.Covered).Has(layout.Bit(coverage.Line, id)) {
			reached = 1
		}
		set(e, reached)
	}
	for _, q := range p.Partial {
		if q.Criterion == coverage.Line && res.Test.Sets.Contains(q.Condition, c) {
			for _, id := range q.Elements {
				set(prog.Universe.Element(coverage.Line, id), 1)
			}
		}
	}
	return lines
}

// merging checks versions in merge mode.
func (r *check) merging(ctx context.Context) error {
	in := Interpretation{Steps: multiSteps, Paths: mergedPaths}
	var all []Observed
	var res *explore.Result
	err := r.interpret(&in, func() (_ *explore.Result, err error) {
		res, all, err = r.Checker.Engine.Merge(ctx, in, r.Stages, r.draw)
		return res, err
	})
	if err != nil || res == nil {
		return err
	}
	r.conditions(res)
	for i := range all {
		if len(r.Findings) > 0 {
			return nil
		}
		if err := r.configured(ctx, &all[i]); err != nil {
			return err
		}
	}
	return nil
}

// conditions looks whether the paths divide the configurations between them.
func (r *check) conditions(res *explore.Result) {
	m := res.Test.Sets
	union := confspace.Empty
	for i := range res.Test.Paths {
		p := &res.Test.Paths[i]
		if wide(p) || m.HasRelations(p.Condition) {
			return // two conditions may be the same and look differently
		}
		if !m.Disjoint(union, p.Condition) {
			r.add(trace.Paths.String(), fmt.Sprintf("path %d has configurations of an earlier one", i+1), "")
			return
		}
		union = m.Or(union, p.Condition)
	}
	if rest := m.Diff(m.Domain(), union); rest != confspace.Empty && len(res.Test.Limits) == 0 {
		r.add(trace.Paths.String(), "no path has the configurations "+m.String(rest), "")
	}
}

// draw chooses configurations: all initial values, one of each path, and random ones.
func (r *check) draw(res *explore.Result) []confspace.Configuration {
	random := rand.New(rand.NewPCG(uint64(len(r.Text)), 0))
	options := r.space.Options
	initial := make(confspace.Configuration, len(options))
	for i := range options {
		initial[i] = r.Values[options[i].Name]
	}
	seen := map[string]bool{}
	var all []confspace.Configuration
	add := func(c confspace.Configuration) {
		if name := fmt.Sprint(c); !seen[name] {
			seen[name] = true
			all = append(all, c)
		}
	}
	add(initial)
	for _, i := range random.Perm(len(res.Test.Paths)) {
		if c, ok := res.Test.Sets.Any(res.Test.Paths[i].Condition); ok && len(all) < configurations/2 {
			add(c)
		}
	}
	for n := 0; n < 2*configurations && len(all) < configurations; n++ {
		c := make(confspace.Configuration, len(options))
		for i := range options {
			d := &options[i].Domain
			if c[i] = random.Int64N(2); d.Kind != confspace.DomainBool {
				c[i] = d.Normalize([]int64{initial[i], initial[i] + 1, initial[i] - 1, 0, -1, int64(random.Uint64())}[random.IntN(6)])
			}
		}
		add(c)
	}
	return all
}

// configured compares what was explored with a native run under one configuration.
func (r *check) configured(ctx context.Context, o *Observed) error {
	under := r.space.FormatConfiguration(o.Configuration)
	switch {
	case o.Wide:
		r.incomplete("no set is the condition of a path")
		return nil
	case o.Paths == 1 && atLimit(o.End.Kind):
		r.incomplete(o.End.Kind.String() + ": " + o.End.Message)
		return nil
	case o.Paths != 1:
		r.add(trace.Paths.String(), fmt.Sprintf("%s takes %d paths", under, o.Paths), "")
		return nil
	}
	values := map[string]int64{}
	for i := range r.space.Options {
		values[r.space.Options[i].Name] = o.Configuration[i]
	}
	want, err := r.native(ctx, values)
	if err != nil {
		return err
	}
	if want.End.Stopped() {
		r.add(trace.Crash.String(), fmt.Sprintf("natively %v, interpreted %v (%s)", want.End, o.Trace.End, under), "")
		return r.explain(ctx, values, want, &o.Trace, false)
	}
	reached := *want
	reached.Calls, reached.Lines = nil, nil
	if want.Lines != nil {
		reached.Lines = trace.Lines{}
	}
	for file, counts := range want.Lines {
		reached.Lines[file] = map[uint32]uint64{}
		for line, n := range counts {
			reached.Lines[file][line] = min(n, 1)
		}
	}
	for _, d := range trace.Compare("natively", &reached, "interpreted", &o.Trace) {
		r.add(d.Oracle.String(), fmt.Sprintf("%s (%s)", d.Text, under), "")
	}
	return r.explain(ctx, values, &reached, &o.Trace, false)
}
