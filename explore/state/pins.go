package state

// This file defines which options have one value only on a path.

import "math/bits"

// Pins are the options to which the path condition leaves one value. It may lack some. It is not changed in place; nil: none.
type Pins struct {
	words  []uint64 // which options, as a bit set
	values []int64  // by option
}

// Covers reports whether all options of a bit set are pinned.
func (p *Pins) Covers(options []uint64) bool {
	if p == nil {
		return false
	}
	for i, w := range options {
		if w != 0 && (i >= len(p.words) || w&^p.words[i] != 0) {
			return false
		}
	}
	return true
}

// Has reports whether the option is pinned.
func (p *Pins) Has(option int) bool {
	return p != nil && option/64 < len(p.words) && p.words[option/64]>>(option%64)&1 != 0
}

// Value returns the value of a pinned option.
func (p *Pins) Value(option int) uint64 { return uint64(p.values[option]) }

// With returns p and one more option, of a space with so many.
func (p *Pins) With(option int, value int64, options int) *Pins {
	q := &Pins{words: make([]uint64, (options+63)/64), values: make([]int64, options)}
	if p != nil {
		copy(q.words, p.words)
		copy(q.values, p.values)
	}
	q.words[option/64] |= 1 << (option % 64)
	q.values[option] = value
	return q
}

// Meet returns the options that p and o both pin to one value.
func (p *Pins) Meet(o *Pins) *Pins {
	switch {
	case p == nil || o == nil:
		return nil
	case p == o:
		return p
	}
	q := &Pins{words: make([]uint64, len(p.words)), values: p.values}
	any := uint64(0)
	for i := range q.words {
		for w := p.words[i] & o.words[i]; w != 0; w &= w - 1 {
			if k := bits.TrailingZeros64(w); p.values[64*i+k] == o.values[64*i+k] {
				q.words[i] |= 1 << k
			}
		}
		any |= q.words[i]
	}
	if any == 0 {
		return nil
	}
	return q
}
