package interp

// This file lays out the field that printf's conversion of an integer makes.
//
// # Nouns
//
//	conversion  what the format says: letter, flags, width, precision
//	shape       the values of one sign and number of digits: they are laid out alike
//	cell        a character of a shape: fixed, or a digit of the value
//	length      the shapes whose fields are equally long: one way of the path

import (
	"cmp"
	"slices"

	"github.com/confcov/confcov/explore/expr"
)

// The flags of a conversion, as vfprintf.c has them: a bit for the distance from the space.
const (
	flagSpace = 1
	flagAlt   = 1 << ('#' - ' ')
	flagPlus  = 1 << ('+' - ' ')
	flagLeft  = 1 << ('-' - ' ')
	flagZero  = 1 << ('0' - ' ')
)

// conversion is what a format says about printing an integer.
type conversion struct {
	letter    byte // of diouxX
	flags     uint32
	width     int
	precision int // negative: none
}

func (c *conversion) signed() bool { return c.letter == 'd' || c.letter == 'i' }

func (c *conversion) base() uint64 {
	switch c.letter {
	case 'o':
		return 8
	case 'x', 'X':
		return 16
	}
	return 10
}

// cell is a character of a field.
type cell struct {
	fixed byte // 0: a digit
	digit int  // counted from the last one; of a '0' that fills up, the digit that would stand there; else -1
}

// shape is how the values of one sign and number of digits are printed.
type shape struct {
	negative bool
	hi       uint64 // the greatest value, as the conversion's sign has it
	largest  uint64 // without the sign
	cells    []cell
}

// layOut returns how a value of so many digits is printed, 0 having none.
func (c *conversion) layOut(negative bool, digits int) []cell {
	var prefix string
	switch {
	case negative:
		prefix = "-"
	case c.signed() && c.flags&flagPlus != 0:
		prefix = "+"
	case c.signed() && c.flags&flagSpace != 0:
		prefix = " "
	case c.base() == 16 && c.flags&flagAlt != 0 && digits > 0:
		prefix = "0" + string(c.letter)
	}
	all := max(digits, 1) // of the digits that are printed
	if c.precision >= 0 {
		all = max(digits, c.precision)
	}
	if c.letter == 'o' && c.flags&flagAlt != 0 {
		all = max(all, digits+1)
	}
	fill := c.width - len(prefix) - all
	left := c.flags&flagLeft != 0
	if c.flags&flagZero != 0 && !left && c.precision < 0 && fill > 0 {
		all, fill = all+fill, 0
	}
	var cells []cell
	pad := func() {
		for range fill {
			cells = append(cells, cell{' ', -1})
		}
	}
	if !left {
		pad()
	}
	for i := range len(prefix) {
		cells = append(cells, cell{prefix[i], -1})
	}
	for k := all - 1; k >= 0; k-- {
		if k >= digits {
			cells = append(cells, cell{'0', k})
		} else {
			cells = append(cells, cell{0, k})
		}
	}
	if left {
		pad()
	}
	return cells
}

// shapes returns the shapes of the values from lo to hi, in the order of the values.
func (c *conversion) shapes(lo, hi uint64) []shape {
	var all []shape
	base := c.base()
	negative := c.signed() && int64(lo) < 0
	if negative {
		last := 1
		if int64(hi) < 0 {
			last = digitsOf(-hi, base)
		}
		for n := digitsOf(-lo, base); n >= last; n-- {
			all = append(all, shape{true, -(largest(n-1, base) + 1), min(largest(n, base), 1<<63), c.layOut(true, n)})
		}
		if int64(hi) < 0 {
			return all
		}
		lo = 0
	}
	for n := digitsOf(lo, base); n <= digitsOf(hi, base); n++ {
		v := min(largest(n, base), hi)
		all = append(all, shape{false, v, v, c.layOut(false, n)})
	}
	return all
}

// length is the shapes of a length.
type length struct {
	shapes []int // ascending
	n      int
}

// lengths returns the lengths of shapes, ascending.
func lengths(shapes []shape) []length {
	var all []length
	for i := range shapes {
		n := len(shapes[i].cells)
		k := slices.IndexFunc(all, func(l length) bool { return l.n == n })
		if k < 0 {
			k = len(all)
			all = append(all, length{n: n})
		}
		all[k].shapes = append(all[k].shapes, i)
	}
	slices.SortFunc(all, func(a, b length) int { return cmp.Compare(a.n, b.n) })
	return all
}

// formatField is __confcov_fmt_int: it prints the field of a symbolic integer to a buffer and returns its length.
func (m *Machine) formatField(args []expr.Value) (reply, bool) {
	if len(args) < 7 || args[2].E == nil || args[0].E != nil || !concretes(args[3:], 4) {
		return no()
	}
	start, room, x := args[0].C, args[1].C, m.wide(args[2], 64)
	c := &conversion{letter: byte(args[3].C), flags: uint32(args[4].C), width: int(int32(args[5].C)), precision: int(int32(args[6].C))}
	if args[1].E != nil || uint64(max(c.width, c.precision+2, 24)) > room {
		return no()
	}
	lo, hi := x.URange() // what the path condition adds is asked length by length: bounds are dear where it has relations
	if c.signed() {
		slo, shi := x.SRange()
		lo, hi = uint64(slo), uint64(shi)
	}
	shapes := c.shapes(lo, hi)
	ls := lengths(shapes)
	for len(ls) > 1 && !m.decide(m.oneOf(c, x, shapes, ls[0].shapes)) {
		ls = ls[1:]
	}
	chars := m.characters(c, x, shapes, ls[0].shapes)
	m.storeAll(start, chars)
	return done(uint64(len(chars)))
}

// atMost returns the condition that x is at most hi.
func (m *Machine) atMost(c *conversion, x *expr.Expr, hi uint64) *expr.Expr {
	if c.signed() {
		return m.b.SLe(x, m.b.Const(hi, 64))
	}
	return m.b.ULe(x, m.b.Const(hi, 64))
}

// oneOf returns the condition that x has one of some shapes, given by their numbers in ascending order.
func (m *Machine) oneOf(c *conversion, x *expr.Expr, shapes []shape, some []int) *expr.Expr {
	any := m.b.Bool(false)
	for len(some) > 0 {
		run := 1
		for run < len(some) && some[run] == some[0]+run {
			run++
		}
		in := m.b.Bool(true)
		if first := some[0]; first > 0 {
			in = m.b.Not(m.atMost(c, x, shapes[first-1].hi))
		}
		if last := some[run-1]; last < len(shapes)-1 {
			in = m.b.And(in, m.atMost(c, x, shapes[last].hi))
		}
		any = m.b.Or(any, in)
		some = some[run:]
	}
	return any
}

// characters returns the field of x, which has one of some shapes that are equally long.
func (m *Machine) characters(c *conversion, x *expr.Expr, shapes []shape, some []int) []*expr.Expr {
	digits := m.digitsOfSome(c, x, shapes, some)
	chars := make([]*expr.Expr, len(shapes[some[0]].cells))
	for p := range chars {
		for k := len(some) - 1; k >= 0; k-- {
			s := &shapes[some[k]]
			var char *expr.Expr
			if at := s.cells[p]; at.fixed == 0 || at.digit >= 0 && m.digitAt(shapes, some, p, at.digit) {
				char = digits[at.digit]
			} else {
				char = m.b.Const(uint64(at.fixed), 8)
			}
			if chars[p] == nil {
				chars[p] = char
			} else {
				chars[p] = m.b.Ite(m.atMost(c, x, s.hi), char, chars[p])
			}
		}
	}
	return chars
}

// digitAt reports whether some shape has a certain digit at place p. Where others fill up with zeros there it is a zero, too.
func (m *Machine) digitAt(shapes []shape, some []int, p, digit int) bool {
	return slices.ContainsFunc(some, func(i int) bool { return shapes[i].cells[p] == cell{0, digit} })
}

// digitsOfSome returns the digits of x that some shapes have, the last one first.
func (m *Machine) digitsOfSome(c *conversion, x *expr.Expr, shapes []shape, some []int) []*expr.Expr {
	positive, negative, hi := false, false, uint64(0)
	for _, i := range some {
		positive, negative = positive || !shapes[i].negative, negative || shapes[i].negative
		hi = max(hi, shapes[i].largest)
	}
	switch {
	case positive && negative:
		x = m.b.Ite(m.b.SLt(x, m.b.Const(0, 64)), m.b.Neg(x), x)
	case negative:
		x = m.b.Neg(x)
	}
	return m.digits(x, hi, digitsOf(hi, c.base()), c.base(), c.letter&32)
}
