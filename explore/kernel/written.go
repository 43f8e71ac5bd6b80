package kernel

import (
	"bytes"

	"github.com/confcov/confcov/explore/expr"
	"github.com/confcov/confcov/explore/kernel/peer"
	"github.com/confcov/confcov/subjects/confspace"
)

// This file says what a program has written in all configurations of a state: as texts under conditions, not as all transcripts that there
// are, of which n independent options may make 2 to the n.

// Text is bytes and the configurations in which they are there; '?' stands for a byte that conditions do not tell.
type Text struct {
	Where confspace.Set
	Bytes []byte
}

// Written returns the transcript in the configurations of care: in each it is the texts that are there in it, one after
// another. It is false if a condition is no set of configurations.
func (k *Kernel) Written(b *expr.Builder, care confspace.Set) (texts []Text, complete bool) {
	w := writing{b: b, m: b.Sets(), complete: true}
	for _, p := range w.pieces(nil, &k.output, care) {
		w.add(p.where, p.bytes())
	}
	if k.world.Script != nil {
		w.said(&k.client, care)
	}
	return w.texts, w.complete
}

// writing collects texts.
type writing struct {
	b        *expr.Builder
	m        *confspace.Sets
	texts    []Text
	complete bool // all conditions were sets
}

// some is bytes in some configurations.
type some struct {
	where   confspace.Set
	b       []byte
	unknown bool // one byte that depends on the configuration in a way that sets do not hold
}

func (s *some) bytes() []byte {
	if s.unknown {
		return []byte{'?'}
	}
	return s.b
}

// under returns the configurations of care in which cond is as it is said to be.
func (w *writing) under(care confspace.Set, cond *expr.Expr, holds bool) confspace.Set {
	set, ok := w.b.SetOf(cond)
	w.complete = w.complete && ok
	if holds {
		return w.m.And(care, set)
	}
	return w.m.Diff(care, set)
}

// lookBack is how many texts are looked at for one that a new one continues.
const lookBack = 16

// add adds a text. Where the last one in any of its configurations is one in the same ones, it becomes longer.
func (w *writing) add(where confspace.Set, b []byte) {
	if where == confspace.Empty || len(b) == 0 {
		return
	}
	for i := len(w.texts) - 1; i >= max(0, len(w.texts)-lookBack); i-- {
		t := &w.texts[i]
		if t.Where == where {
			t.Bytes = append(t.Bytes, b...)
			return
		}
		if !w.m.Disjoint(t.Where, where) {
			break
		}
	}
	w.texts = append(w.texts, Text{where, bytes.Clone(b)})
}

// pieces appends what a sequence is made of in the configurations of care.
func (w *writing) pieces(out []some, b *buf, care confspace.Set) []some {
	for _, p := range b.before.since(nil) {
		out = w.piece(out, p, care)
	}
	from := 0
	for _, s := range b.s {
		out = appendSome(out, care, b.b[from:s.pos])
		if from = s.pos + 1; s.p != nil {
			out = w.piece(out, s.p, care)
		} else {
			out = w.symbolic(out, s.e, care)
		}
	}
	return appendSome(out, care, b.b[from:])
}

func appendSome(out []some, where confspace.Set, b []byte) []some {
	if len(b) == 0 || where == confspace.Empty {
		return out
	}
	return append(out, some{where: where, b: b})
}

func (w *writing) piece(out []some, p *piece, care confspace.Set) []some {
	if p.cond == nil {
		return w.pieces(out, &p.alts[0], care)
	}
	for i, holds := range []bool{true, false} {
		if where := w.under(care, p.cond, holds); where != confspace.Empty {
			out = w.pieces(out, &p.alts[i], where)
		}
	}
	return out
}

// symbolic appends the values of a byte.
func (w *writing) symbolic(out []some, e *expr.Expr, care confspace.Set) []some {
	for leaf, when := range w.b.Leaves(w.b.Restrict(w.b.Diagram(e), care)) {
		where := w.m.And(care, when)
		switch {
		case where == confspace.Empty:
		case leaf.IsConst():
			out = append(out, some{where: where, b: []byte{byte(leaf.Const())}})
		default:
			out = append(out, some{where: where, unknown: true})
		}
	}
	return out
}

// said adds what was said between the program and its peer.
func (w *writing) said(c *peer.Client, care confspace.Set) {
	c.Walk(&saying{w, []confspace.Set{care}})
}

// saying visits the transcript.
type saying struct {
	w    *writing
	care []confspace.Set // where what is visited is there: all conditions so far, from the outermost
}

func (s *saying) Enter(cond any, holds bool) bool {
	where := s.w.under(s.care[len(s.care)-1], cond.(*expr.Expr), holds)
	if where == confspace.Empty {
		return false
	}
	s.care = append(s.care, where)
	return true
}

func (s *saying) Leave() { s.care = s.care[:len(s.care)-1] }

func (s *saying) Part(p *peer.Part) { s.w.render(p, s.care[len(s.care)-1]) }

// render adds an entry of the transcript. Where rendering stands depends on the configuration.
func (w *writing) render(p *peer.Part, care confspace.Set) {
	var at [peer.Columns]confspace.Set
	for i := range at {
		at[i] = confspace.Empty
	}
	at[peer.Beginning] = care
	for _, s := range w.entry(p.Data, care) {
		next := at
		for col, set := range at {
			where := w.m.And(set, s.where)
			if where == confspace.Empty {
				continue
			}
			next[col] = w.m.Diff(next[col], where)
			var out []byte
			to := peer.Column(col)
			if s.unknown {
				out, to = p.RenderUnknown(nil, to)
			} else {
				out, to = p.Render(nil, to, s.b)
			}
			w.add(where, out)
			next[to] = w.m.Or(next[to], where)
		}
		at = next
	}
	for col, set := range at {
		w.add(set, p.End(nil, peer.Column(col)))
	}
}

// entry returns what the peer's bytes are made of.
func (w *writing) entry(d peer.Data, care confspace.Set) []some {
	var out []some
	from := 0
	for i := range d.Bytes {
		u, ok := d.Unknown[i]
		if !ok {
			continue
		}
		out = appendSome(out, care, d.Bytes[from:i])
		from = i + 1
		switch u := u.(type) {
		case *piece:
			out = w.piece(out, u, care)
		case *peer.Either:
			for k, holds := range []bool{true, false} {
				if where := w.under(care, u.Cond.(*expr.Expr), holds); where != confspace.Empty {
					out = append(out, w.entry(u.Alts[k], where)...)
				}
			}
		case *expr.Expr:
			out = w.symbolic(out, u, care)
		}
	}
	return appendSome(out, care, d.Bytes[from:])
}
