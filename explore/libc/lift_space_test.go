package libc_test

// This file chooses which literals are options, their values, and the configurations that are run natively.

import (
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/confcov/confcov/subjects/confspace"
)

// configurations returns all of a space; of options with many values a few.
func configurations(sp *confspace.Space, r *rand.Rand) []confspace.Configuration {
	all := []confspace.Configuration{{}}
	for i := range sp.Options {
		d := sp.Options[i].Domain
		values := d.Values
		if d.Kind != confspace.DomainList {
			lo, hi := d.Bounds()
			v := sp.Options[i].Default
			for _, x := range []int64{lo, hi, 0, 1, -1, v, v - 1, v + 1, 2 * v, 10, 100, 127, 128, 255, 256, 1000, r.Int64(), r.Int64() >> 40, r.Int64() >> 55} {
				if x = d.Normalize(x); d.Contains(x) && !slices.Contains(values, x) {
					values = append(values, x)
				}
			}
		}
		var next []confspace.Configuration
		for _, c := range all {
			for _, v := range values {
				next = append(next, append(slices.Clone(c), v))
			}
		}
		all = next
	}
	return all
}

// letters are values for bytes of strings.
const letters = "\x000159 aAzfFxXdscup%-+.,:/*#[]\\\n\t~\x80\xff"

// some returns literal i as an option.
func (l *lifted) some(i int, r *rand.Rand) confspace.Option {
	t := &l.lits[i]
	if t.text != "" {
		at := r.IntN(len(t.bytes) + 1)
		if at == len(t.bytes) {
			at = r.IntN(len(t.bytes))
		}
		v := int64(t.bytes[at])
		values := []int64{v, v + 1}
		for range 1 + r.IntN(3) {
			values = append(values, int64(letters[r.IntN(len(letters))]))
		}
		return l.option(i, at, values...)
	}
	v := t.value
	return l.option(i, 0, [][]int64{{v - 1, v, v + 1, 0}, {v, v + 1}, {v, v - 1, 0}, {v, -v, 1}, {v, v + 1, v + 2, v + 3}, {v, v ^ 8, v * 10}}[r.IntN(6)]...)
}

// empty reports whether literal i is "", which has nothing to change.
func (l *lifted) empty(i int) bool { return l.lits[i].text != "" && l.lits[i].bytes == "" }

// format reports whether literal i is a string that printf may be given: most changes make it one that C does not define.
func (l *lifted) format(i int) bool { return strings.Contains(l.lits[i].bytes, "%") }

// wide returns the space in which literal i has a range of values or any value.
func (l *lifted) wide(i int, r *rand.Rand) *confspace.Space {
	at := 0
	if n := len(l.lits[i].bytes); n > 0 {
		at = r.IntN(n)
	}
	o := l.option(i, at, 0)
	if o.Domain.Values = nil; l.lits[i].text != "" || r.IntN(2) == 0 {
		o.Domain.Kind = confspace.DomainAny
	} else {
		o.Domain.Kind = confspace.DomainRange
		lo, hi := o.Domain.Limits()
		n := int64(8) << r.IntN(5)
		o.Domain.Min, o.Domain.Max = o.Default-n, o.Default+n
		if !o.Domain.Signed && o.Domain.Less(o.Default, o.Domain.Min) || o.Domain.Signed && o.Domain.Min < lo {
			o.Domain.Min = lo
		}
		if o.Domain.Less(hi, o.Domain.Max) || o.Domain.Max < o.Default {
			o.Domain.Max = hi
		}
	}
	return &confspace.Space{Options: []confspace.Option{o}}
}

// variants returns spaces of up to three literals; wide: also of one that has any value, and of formats.
func (l *lifted) variants(n int, wide bool, r *rand.Rand) []*confspace.Space {
	var out []*confspace.Space
	if len(l.lits) == 0 {
		return nil
	}
	order := r.Perm(len(l.lits))
	for k := 0; k < 4*n && len(out) < n; k++ {
		first := order[k%len(order)] // each literal comes first in some variant
		if l.empty(first) || !wide && l.format(first) {
			continue
		}
		if wide && r.IntN(3) == 0 {
			out = append(out, l.wide(first, r))
			continue
		}
		sp := &confspace.Space{}
		used := map[int]bool{}
		for j := range 1 + r.IntN(3) {
			i := first
			if j > 0 {
				i = r.IntN(len(l.lits))
				if r.IntN(2) == 0 { // near the first
					i = min(max(first+r.IntN(9)-4, 0), len(l.lits)-1)
				}
			}
			if !used[i] && !l.empty(i) && (wide || !l.format(i)) {
				used[i] = true
				sp.Options = append(sp.Options, l.some(i, r))
			}
		}
		out = append(out, sp)
	}
	return out
}
