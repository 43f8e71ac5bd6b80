package interp

// This file checks by which lengths the printing of symbolic integers forks.

import "testing"

func TestLengths(t *testing.T) {
	const noPrecision = -1
	for _, c := range []struct {
		name   string
		c      conversion
		lo, hi int64
		want   []int // how many shapes each length has
	}{
		{"%d", conversion{'d', 0, 0, noPrecision}, 0, 100000, []int{2, 1, 1, 1, 1, 1}},
		{"%d", conversion{'d', 0, 0, noPrecision}, -100, 99, []int{2, 2, 1, 1}},
		{"%d", conversion{'d', 0, 0, noPrecision}, -99, -5, []int{1, 1}},
		{"%d", conversion{'d', 0, 0, noPrecision}, -1 << 63, 1<<63 - 1, []int{2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 1}},
		{"%u", conversion{'u', 0, 0, noPrecision}, 0, -1, []int{2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1}},
		{"%5d", conversion{'d', 0, 5, noPrecision}, -99, 100000, []int{8, 1}},
		{"%-5d", conversion{'d', flagLeft, 5, noPrecision}, 0, 100000, []int{6, 1}},
		{"%05d", conversion{'d', flagZero, 5, noPrecision}, -9, 10, []int{4}},
		{"%.3d", conversion{'d', 0, 0, 3}, 0, 1000, []int{4, 1}},
		{"%.0d", conversion{'d', 0, 0, 0}, 0, 10, []int{1, 1, 1}},
		{"%#x", conversion{'x', flagAlt, 0, noPrecision}, 0, 16, []int{1, 1, 1}},
		{"%#o", conversion{'o', flagAlt, 0, noPrecision}, 0, 8, []int{1, 1, 1}},
		{"%+d", conversion{'d', flagPlus, 0, noPrecision}, -9, 9, []int{3}},
	} {
		ls := lengths(c.c.shapes(uint64(c.lo), uint64(c.hi)))
		same := len(ls) == len(c.want)
		for i := range ls {
			same = same && len(ls[i].shapes) == c.want[i] && (i == 0 || ls[i-1].n < ls[i].n)
		}
		if !same {
			t.Errorf("%s of %d to %d: %v, want %v", c.name, c.lo, c.hi, ls, c.want)
		}
	}
}
