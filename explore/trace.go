package explore

// This file makes traces of finished paths.

import (
	"github.com/confcov/confcov/explore/path"
	"github.com/confcov/confcov/explore/state"
	"github.com/confcov/confcov/explore/trace"
	"github.com/confcov/confcov/subjects/confspace"
)

// callsOf returns the function-call chains of a state's processes.
func callsOf(st *state.State) []path.Calls {
	out := make([]path.Calls, len(st.Procs))
	for i, p := range st.Procs {
		out[i] = path.Calls{Total: p.Calls.Total, Digest: p.Calls.Digest, Mixed: p.Calls.Mixed}
	}
	return out
}

// witness returns a configuration that satisfies a path condition; nil if none is known.
func (x *explorer) witness(pc state.PathCondition) confspace.Configuration {
	if x.opt.Configuration != nil {
		return x.opt.Configuration
	}
	m, ok := x.dec.Decider.(modeler)
	if !ok {
		return nil
	}
	return m.Model(pc)
}

// trace returns what the state that ended as path p did, for configuration w (nil: none is known).
func (x *explorer) trace(st *state.State, p *path.Path, w confspace.Configuration) trace.Trace {
	t := trace.Trace{End: TraceEnd(p.End), Output: p.Output}
	if st.Kernel != nil {
		t.Output = x.outputAt(st, w)
	}
	t.Lines = x.m.Code().Lines(st)
	for _, q := range st.Procs {
		c := trace.Calls{Total: q.Calls.Total, Digest: q.Calls.Digest}
		numbers := map[string]uint32{}
		for _, sym := range q.Calls.Sequence() {
			name := x.prog.IR.Symbols[sym].Name
			n, ok := numbers[name]
			if !ok {
				n = uint32(len(c.Names))
				numbers[name] = n
				c.Names = append(c.Names, name)
			}
			c.Seq = append(c.Seq, n)
		}
		t.Calls = append(t.Calls, c)
	}
	return t
}

// TraceEnd says how a path ended as a trace says it.
func TraceEnd(t path.Termination) trace.End {
	e := trace.End{Kind: t.Kind.String(), Code: t.Code, Message: t.Message}
	switch t.Kind {
	case path.Abort:
		e.Kind, e.Code = path.Signal.String(), sigABRT
	case path.Exit, path.Signal:
	default:
		e.Code = 0
	}
	return e
}

const sigABRT = 6
