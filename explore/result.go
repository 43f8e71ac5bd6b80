package explore

// This file makes the result: paths as they end, and what is known when all have ended.

import (
	"fmt"
	"slices"

	"github.com/confcov/confcov/coverage"
	"github.com/confcov/confcov/explore/expr"
	"github.com/confcov/confcov/explore/interp"
	"github.com/confcov/confcov/explore/path"
	"github.com/confcov/confcov/explore/state"
	"github.com/confcov/confcov/subjects/confspace"
)

// finish records the end of a path: of one for each part of its configurations, where notes hold for a part of them.
func (x *explorer) finish(st *state.State, end path.Termination) {
	for _, n := range st.Notes {
		yes := x.sets.And(st.Condition.Set, n.When)
		if yes == confspace.Empty || yes == st.Condition.Set {
			continue
		}
		in, out := x.divide(st.Condition, n.When)
		for _, c := range []state.PathCondition{in, out} {
			if c.Set != confspace.Empty {
				part := *st
				part.Condition = c
				x.finish(&part, end)
			}
		}
		return
	}
	x.finishOne(st, end)
}

// divide returns the path conditions of those configurations of pc that are in s, and of the others. Set is Empty in the one that has none.
func (x *explorer) divide(pc state.PathCondition, s confspace.Set) (in, out state.PathCondition) {
	in, out = pc, pc
	in.Set, out.Set = x.sets.And(pc.Set, s), x.sets.Diff(pc.Set, s)
	if pc.Related != confspace.Empty {
		in.Related, out.Related = x.sets.And(pc.Related, s), x.sets.Diff(pc.Related, s)
	}
	if len(pc.Residue) > 0 && in.Set != confspace.Empty && out.Set != confspace.Empty {
		switch v, _, _ := x.dec.Decider.Split(pc, x.b.OfSet(s)); v {
		case interp.Always:
			out = state.PathCondition{}
		case interp.Never:
			in = state.PathCondition{}
		}
	}
	return in, out
}

// notesOf returns the notes that hold on a path.
func (x *explorer) notesOf(st *state.State) []path.Note {
	var out []path.Note
	for _, n := range st.Notes {
		if x.sets.And(st.Condition.Set, n.When) != confspace.Empty {
			out = append(out, n.Note)
		}
	}
	return out
}

// finishOne records the end of a path all of whose notes hold for all of its configurations.
func (x *explorer) finishOne(st *state.State, end path.Termination) {
	p := path.Path{End: end, Steps: st.Steps - st.ForkedAt, Notes: x.notesOf(st), Calls: callsOf(st)}
	condition := st.Condition
	set, related, exact := x.dec.SetOf(condition)
	if len(st.Partial) > 0 { // which is written with relations
		set = related
	}
	p.Condition = set
	if !exact {
		p.Notes = append(p.Notes, path.Note{Kind: path.NoteWide, Message: path.Wide})
	}
	if !exact || x.sets.HasRelations(set) {
		p.Witness = x.witness(condition)
	}
	if x.prog.Universe != nil {
		st.Condition.Set = set
		p.Covered, p.Partial = x.m.Code().Cover(st, x.sets, x.layout)
	}
	if st.Kernel != nil {
		for _, n := range st.Kernel.Notes() {
			p.Notes = append(p.Notes, path.Note{Kind: path.NoteSystem, Message: n})
		}
		p.Output = x.output(st)
		if x.merging() {
			p.Texts = x.texts(st, set)
		}
		if x.opt.Written != nil {
			x.opt.Written(func(c confspace.Configuration) []byte { return x.outputAt(st, c) })
		}
	}
	if x.sets == x.res.Test.Sets {
		x.narrow(&p)
	}
	x.res.Test.Paths = append(x.res.Test.Paths, p)
	x.related = append(x.related, related)
	if x.opt.Trace {
		w := p.Witness
		if w == nil {
			w = x.witness(condition)
		}
		x.res.Witnesses = append(x.res.Witnesses, w)
		x.res.Traces = append(x.res.Traces, x.trace(st, &p, w))
	}
}

// translate carries the conditions of all paths from the sets that were worked with to those of the result.
func (x *explorer) translate() {
	if x.sets == x.res.Test.Sets {
		return
	}
	var conditions []*confspace.Set
	for i := range x.res.Test.Paths {
		p := &x.res.Test.Paths[i]
		conditions = append(conditions, &p.Condition, &x.related[i])
		for j := range p.Partial {
			conditions = append(conditions, &p.Partial[j].Condition)
		}
		for j := range p.Texts {
			conditions = append(conditions, &p.Texts[j].Condition)
		}
	}
	sets := make([]confspace.Set, len(conditions))
	for i, c := range conditions {
		sets[i] = *c
	}
	for i, s := range x.sets.Translate(x.res.Test.Sets, sets) {
		*conditions[i] = s
	}
	for i := range x.res.Test.Paths {
		x.narrow(&x.res.Test.Paths[i])
	}
}

// narrow makes the conditions of partial coverage, which hold elsewhere, too, subsets of the path's. It is done when they have been translated: each of them is
// mostly about few options, and the path's condition about many.
func (x *explorer) narrow(p *path.Path) {
	sets := x.res.Test.Sets
	var list []path.PartialElement
	for _, pt := range p.Partial {
		s := sets.And(pt.Condition, p.Condition)
		for _, id := range pt.Elements {
			switch s {
			case confspace.Empty:
			case p.Condition:
				coverage.Bits(p.Covered).Set(x.layout.Bit(pt.Criterion, id))
			default:
				list = append(list, path.PartialElement{Criterion: pt.Criterion, ID: id, Condition: s})
			}
		}
	}
	p.Partial = path.GroupPartial(list)
}

// relate writes the conditions of paths alike: a relation that some condition cannot do without is in all of them that it matters to, and no set
// of values stands for it there.
func (x *explorer) relate() {
	sets := x.res.Test.Sets
	used := map[*confspace.Relation]bool{}
	use := func(s confspace.Set) {
		for _, r := range sets.Relations(s) {
			used[r] = true
		}
	}
	paths := x.res.Test.Paths
	for i := range paths {
		use(paths[i].Condition)
		for j := range paths[i].Partial {
			use(paths[i].Partial[j].Condition)
		}
	}
	if len(used) == 0 {
		return
	}
	for again := true; again; {
		again = false
		for i := range paths {
			if paths[i].Condition == x.related[i] || !slices.ContainsFunc(sets.Relations(x.related[i]), func(r *confspace.Relation) bool { return used[r] }) {
				continue
			}
			paths[i].Condition = x.related[i]
			use(x.related[i])
			again = true
		}
	}
}

// output returns what the program wrote, in one of the state's configurations where that depends on conditions; symbolic bytes are printed
// as '?'.
func (x *explorer) output(st *state.State) []byte { return x.outputAt(st, nil) }

// texts returns what configurations of care have written; nil if it is the same in all, whatever their number of paths.
func (x *explorer) texts(st *state.State, care confspace.Set) []path.Text {
	list, complete := st.Kernel.Written(x.b, care)
	if !complete {
		panic("BUG: kernels were joined under a condition that is no set of configurations")
	}
	if len(list) == 0 || len(list) == 1 && list[0].Where == care {
		return nil
	}
	out := make([]path.Text, len(list))
	for i, t := range list {
		out[i] = path.Text{Condition: t.Where, Bytes: t.Bytes}
	}
	return out
}

// outputAt returns what the program writes under a configuration; nil is that of output.
func (x *explorer) outputAt(st *state.State, c confspace.Configuration) []byte {
	care := st.Condition.Set
	d := st.Kernel.TranscriptUnder(func(cond *expr.Expr) bool {
		if c != nil {
			return x.b.EvalConfiguration(cond, c) != 0
		}
		set, ok := x.b.SetOf(cond)
		if !ok || x.sets.Disjoint(care, set) {
			return !ok
		}
		care = x.sets.And(care, set)
		return true
	})
	b := slices.Clone(d.Bytes)
	for i, e := range d.Sym {
		b[i] = '?'
		if c != nil {
			b[i] = byte(x.b.EvalConfiguration(e, c))
		}
	}
	return b
}

// concrete notes the points that no state came to: options that were to become symbolic there did not.
func (x *explorer) concrete() {
	for i, p := range x.opt.Points {
		if x.reached[i] || len(x.optionsOf(p)) == 0 || x.opt.Configuration != nil {
			continue
		}
		verb := "is never called"
		if p.Return {
			verb = "never returns"
		}
		x.limits[path.Limit{Kind: path.LimitConcrete, Message: fmt.Sprintf("%s, after which they become symbolic, %s", p.Function, verb)}] = true
	}
}

// apart returns where ways stayed apart, by line, most often first.
func (x *explorer) apart() []path.Apart {
	counts := map[path.Apart]int64{}
	for _, a := range x.m.Apart() {
		at := path.Apart{Func: a.Func, Why: a.Why}
		if a.Pos.IsValid() {
			at.File, at.Line = x.prog.IR.Files[a.Pos.File].Name, a.Pos.Line
		}
		counts[at] += a.Count
	}
	var out []path.Apart
	for a, n := range counts {
		a.Count = n
		out = append(out, a)
	}
	slices.SortFunc(out, path.CompareApart)
	return out
}

// summarise fills in the counts.
func (x *explorer) summarise() {
	x.concrete()
	t := &x.res.Test
	for i := range t.Paths {
		if !t.Paths[i].Exact() {
			x.limits[path.Limit{Kind: path.LimitWide, Message: "path conditions that no set of configurations holds"}] = true
		}
		if l, ok := path.LimitOf(t.Paths[i].End); ok {
			x.limits[l] = true
		}
	}
	for l := range x.limits {
		t.Limits = append(t.Limits, l)
	}
	slices.SortFunc(t.Limits, path.CompareLimits)
	s := x.m.Stats
	t.Counts = map[string]int64{
		"paths": int64(len(t.Paths)), "forks": s.Forks, "merges": s.Merges, path.CountUnmerged: s.Unmerged,
		"decisions": s.Decisions, "steps": x.steps, "slow": s.Slow, "expressions": int64(x.b.Len()), "nodes": int64(x.sets.Nodes()),
	}
	if x.dropped > 0 {
		t.Counts[path.CountDropped] = x.dropped
	}
	if x.solver != nil {
		t.Counts["queries"] = x.solver.Stats.Queries
		t.Counts["unknown"] = x.solver.Stats.Unknown
	}
	t.Apart = x.apart()
	x.res.Examined = x.dec.options()
}
