package crosscheck

// This file compares what programs print where their last digits are open: sin and its kin are not exact, in glibc or
// in the engine's library, and glibc's differ by processor and release.

import (
	"bytes"
	"math"
	"regexp"
	"strconv"

	"github.com/confcov/confcov/explore/libc"
)

// printed is a number that is not obviously an integer, as %e, %f, %g or %a print it.
var printed = regexp.MustCompile(`[-+]?(?:0[xX][0-9a-fA-F]+(?:\.[0-9a-fA-F]*)?[pP][-+]?[0-9]+|[0-9]+\.[0-9]*(?:[eE][-+]?[0-9]+)?|[0-9]+[eE][-+]?[0-9]+)`)

// closeNumbers is how far two numbers may be from each other, by the larger: some units in the last place of a float.
const closeNumbers = 4e-6

// sameButDigits reports whether two outputs differ only in numbers that are almost the same.
func sameButDigits(a, b []byte) bool {
	for {
		x, y := printed.FindIndex(a), printed.FindIndex(b)
		if x == nil || y == nil {
			return x == nil && y == nil && bytes.Equal(a, b)
		}
		if !bytes.Equal(a[:x[0]], b[:y[0]]) || !almost(string(a[x[0]:x[1]]), string(b[y[0]:y[1]])) {
			return false
		}
		a, b = a[x[1]:], b[y[1]:]
	}
}

func almost(a, b string) bool {
	if a == b {
		return true
	}
	x, err := strconv.ParseFloat(a, 64)
	y, err2 := strconv.ParseFloat(b, 64)
	return err == nil && err2 == nil && math.Abs(x-y) <= closeNumbers*math.Max(math.Abs(x), math.Abs(y))
}

var identifier = regexp.MustCompile(`[A-Za-z_][A-Za-z_0-9]*`)

// inexact returns a function that the program names and whose last digits are open, "" if there is none.
func inexact(text []byte) string {
	for _, name := range identifier.FindAll(text, -1) {
		if libc.Inexact(string(name)) {
			return string(name)
		}
	}
	return ""
}
