package frontend

// This file checks literals: numbers, characters, strings and compound literals.

import (
	"fmt"
	"math"
	"math/big"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/confcov/confcov/explore/ir"
	"modernc.org/cc/v4"
)

// imaginary is the end of a constant that GNU C has as an imaginary one.
var imaginary = regexp.MustCompile(`^(?:0[xX][0-9a-fA-F.]+(?:[pP][+-]?\d+)?|[\d.]+(?:[eE][+-]?\d+)?)[fFlLuU]*[iIjJ][fFlLuU]*$`)

// badConstant fails: s is not of that kind.
func badConstant(kind, s string, pos ir.Pos) {
	if imaginary.MatchString(s) {
		unsupported(pos, "imaginary constant %s", s)
	}
	fail(pos, "bad %s constant %s", kind, s)
}

func (c *checker) intLiteral(s string, pos ir.Pos) *expr {
	digits := strings.TrimRight(s, "uUlL")
	suffix := strings.ToLower(s[len(digits):])
	v, err := strconv.ParseUint(digits, 0, 64)
	if err != nil || strings.Contains(digits, "_") {
		badConstant("integer", s, pos)
	}
	unsigned := strings.Contains(suffix, "u")
	decimal := digits[0] != '0'
	long, longlong := strings.Contains(suffix, "l"), strings.Contains(suffix, "ll")
	k := kInt
	switch {
	case longlong:
		k = kLLong
	case long || v > math.MaxUint32 || v > math.MaxInt32 && decimal && !unsigned:
		k = kLong
	}
	t := basic[k]
	if unsigned || k == kInt && v > math.MaxInt32 || v > math.MaxInt64 {
		t = basic[k+1]
	}
	return &expr{op: eConst, typ: t, val: v, pos: pos}
}

func (c *checker) floatLiteral(s string, pos ir.Pos) *expr {
	t := tDouble
	digits := s
	hex := strings.HasPrefix(strings.ToLower(s), "0x")
	switch {
	case strings.HasSuffix(s, "l") || strings.HasSuffix(s, "L"):
		t, digits = tLDouble, s[:len(s)-1]
	case strings.HasSuffix(s, "f") || strings.HasSuffix(s, "F"):
		t, digits = tFloat, s[:len(s)-1]
	}
	if hex && !strings.ContainsAny(digits, "pP") {
		badConstant("floating", s, pos)
	}
	switch t.kind {
	case kLDouble:
		x, _, err := big.ParseFloat(digits, 0, 512, big.ToNearestEven)
		if err != nil && x == nil {
			badConstant("floating", s, pos)
		}
		return &expr{op: eLDouble, typ: t, ld: f80FromBig(exactly(digits, x)), pos: pos}
	case kFloat:
		f, err := strconv.ParseFloat(digits, 32)
		if err != nil && !math.IsInf(f, 0) {
			badConstant("floating", s, pos)
		}
		return &expr{op: eFloat, typ: t, fval: f, pos: pos}
	}
	f, err := strconv.ParseFloat(digits, 64)
	if err != nil && !math.IsInf(f, 0) {
		badConstant("floating", s, pos)
	}
	return &expr{op: eFloat, typ: t, fval: f, pos: pos}
}

// charLiteral checks a character constant; a narrow one of several characters
// is built up from them as gcc does.
func (c *checker) charLiteral(s string, pos ir.Pos) *expr {
	prefix, inside := markedPrefix(s, '\'')
	units := c.unescape(inside, pos, prefix != "")
	if len(units) == 0 {
		fail(pos, "empty character constant")
	}
	switch prefix {
	case "L":
		return constAt(uint64(units[len(units)-1]), tInt, pos)
	case "u":
		return constAt(uint64(units[len(units)-1]), tUShort, pos)
	case "U":
		return constAt(uint64(units[len(units)-1]), tUInt, pos)
	}
	if len(units) == 1 {
		return constAt(uint64(int8(units[0])), tInt, pos)
	}
	v := uint32(0)
	for _, u := range units {
		v = v<<8 | u&0xff
	}
	return constAt(uint64(v), tInt, pos)
}

// unescape returns the characters of the inside of a literal: bytes, or code points if wide.
func (c *checker) unescape(s string, pos ir.Pos, wide bool) (units []uint32) {
	for len(s) > 0 {
		if s[0] != '\\' {
			if wide {
				r, n := utf8.DecodeRuneInString(s)
				units, s = append(units, uint32(r)), s[n:]
			} else {
				units, s = append(units, uint32(s[0])), s[1:]
			}
			continue
		}
		if len(s) == 1 {
			fail(pos, "bad escape sequence")
		}
		u, n, universal := escape(s, wide)
		if n == 0 {
			fail(pos, "bad escape sequence \\%c", s[1])
		}
		if universal && !wide {
			for _, b := range []byte(string(rune(u))) {
				units = append(units, uint32(b))
			}
		} else {
			units = append(units, u)
		}
		s = s[n:]
	}
	return units
}

const (
	escapes     = `'"?\abfnrtve`
	escapedChar = "'\"?\\\a\b\f\n\r\t\v\x1b"
)

// escape decodes the escape sequence at the start of s: its value and length,
// 0 if it is bad, and whether it is a universal character name. (rewrite.go has
// seen to it that adjacent literals, which the parser joins, do not make longer ones.)
func escape(s string, wide bool) (v uint32, n int, universal bool) {
	if i := strings.IndexByte(escapes, s[1]); i >= 0 {
		return uint32(escapedChar[i]), 2, false
	}
	base, most, i := uint32(16), 8, 2
	switch s[1] {
	case 'x':
		most = 2
		if wide {
			most = 8
		}
	case 'u':
		most, universal = 4, true
	case 'U':
		universal = true
	default:
		base, most, i = 8, 3, 1
	}
	start := i
	for ; i < len(s) && i-start < most; i++ {
		d, err := strconv.ParseUint(s[i:i+1], int(base), 8)
		if err != nil {
			break
		}
		v = v*base + uint32(d)
	}
	if i == start {
		return 0, 0, false
	}
	return v, i, universal
}

// stringBytes returns the bytes of a narrow string literal without its terminator.
func (c *checker) stringBytes(tok cc.Token) []byte {
	s := tok.SrcStr()
	s = s[strings.IndexByte(s, '"')+1 : len(s)-1]
	units := c.unescape(s, c.pos(tok), false)
	b := make([]byte, len(units))
	for i, u := range units {
		b[i] = byte(u)
	}
	return b
}

func (c *checker) stringLiteral(tok cc.Token, pos ir.Pos) *expr {
	s := tok.SrcStr()
	prefix, inside := markedPrefix(s, '"')
	elem := tChar
	switch prefix {
	case "L":
		elem = tInt
	case "u":
		elem = tUShort
	case "U":
		elem = tUInt
	}
	n := int(elem.sizeOf())
	var data []byte
	for _, u := range c.unescape(inside, pos, n > 1) {
		if n == 2 && u > 0xffff {
			u -= 0x10000
			hi := 0xd800 + u>>10
			data = append(data, byte(hi), byte(hi>>8))
			u = 0xdc00 + u&0x3ff
		}
		for i := range n {
			data = append(data, byte(u>>(8*i)))
		}
	}
	data = append(data, make([]byte, n)...)
	return c.stringObject(data, elem, pos)
}

// stringObject returns an lvalue for the unnamed array that holds data. Equal
// literals are one object.
func (c *checker) stringObject(data []byte, elem *ctype, pos ir.Pos) *expr {
	key := fmt.Sprintf("%d:%s", elem.kind, data)
	o := c.strings[key]
	if o == nil {
		o = &object{
			name: fmt.Sprintf(".str.%d", len(c.strings)), static: true, link: linkInternal, pos: pos,
			typ:       arrayOf(elem, int64(len(data))/int64(elem.sizeOf())),
			addrTaken: true, defined: true, data: data, readOnly: true,
		}
		c.strings[key] = o
		c.globals = append(c.globals, o)
	}
	e := c.variable(o, pos)
	e.str = true
	return e
}

func (c *checker) compoundLiteral(x *cc.PostfixExpression) *expr {
	t, effects := c.evaluatedType(x.TypeName, true)
	pos := c.pos(x)
	if t.variable() || t.kind == kFunc || t.incomplete() && t.kind != kArray {
		fail(pos, "compound literal of type %s", t)
	}
	items, t := c.initList(t, x.InitializerList, pos)
	if c.fn == nil || c.static > 0 {
		c.count++
		o := &object{
			name: fmt.Sprintf(".lit.%d", c.count), static: true, link: linkInternal, pos: pos, typ: t,
			addrTaken: true, defined: true, init: items, literal: true,
		}
		c.globals = append(c.globals, o)
		return c.variable(o, pos)
	}
	o := c.temporary(t, pos)
	o.addrTaken = true
	return behind(effects, &expr{op: eLiteral, typ: t, pos: pos, obj: o, init: items, lvalue: true, impure: true})
}
