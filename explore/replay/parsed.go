package replay

// This file compares what the program reads of its own configuration with what that is to say.

import (
	"fmt"

	"github.com/confcov/confcov/explore/trace"
	"github.com/confcov/confcov/subjects"
	"github.com/confcov/confcov/subjects/confspace"
)

// compareParsed returns the first option of which the program reads, natively or interpreted, another value than configuration c and test t say. Where the
// point at which options become symbolic is not reached nothing is known.
func (n *NativeRunner) compareParsed(t *subjects.Test, c confspace.Configuration, native, interpreted []trace.Held) []trace.Difference {
	for i := range n.campaign.Subject.Options {
		o := &n.campaign.Subject.Options[i]
		want := t.Values[i]
		if t.Symbolic[i] {
			want = c[i]
		}
		for _, side := range []struct {
			name string
			held []trace.Held
		}{{"natively", native}, {"interpreted", interpreted}} {
			if side.held == nil || holds(o.Domain, want, side.held[i]) {
				continue
			}
			text := fmt.Sprintf("%s is %s, but the program reads %s %s: subject.toml:%d says how it is written", o.Name, o.Domain.FormatValue(want), heldText(o.Domain, side.held[i]), side.name, o.Line)
			return []trace.Difference{{Oracle: trace.Options, Text: text}}
		}
	}
	return nil
}

// holds reports whether an object holds a value.
func holds(d confspace.Domain, want int64, h trace.Held) bool {
	if !d.OfStrings() {
		return h.Number == want
	}
	s, set := d.StringAt(want)
	return set == (h.Text != nil) && (!set || *h.Text == s)
}

// heldText returns what an object holds, for people.
func heldText(d confspace.Domain, h trace.Held) string {
	switch {
	case !d.OfStrings():
		return d.FormatValue(h.Number)
	case h.Text == nil:
		return "a null pointer"
	}
	return fmt.Sprintf("%q", *h.Text)
}
