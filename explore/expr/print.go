package expr

// This file prints expressions as s-expressions and reads them back.
//
// A constant is VALUE:BITS; a variable is oOPTION:BITS, followed by
// [UMIN..UMAX,SMIN..SMAX] if less than every value is possible; everything else is (OP OPERAND...),
// where zext, sext, extract and the conversions have their width after a colon, and extract
// has its offset first: (extract:8 16 o3:32); a choice has the option and the bit of its code: (choice 2.0 HIGH LOW). A node that occurs again in the text is named where it occurs first, #N=(...),
// and #N stands for it later.

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// String returns the expression's text.
func (e *Expr) String() string {
	uses := map[*Expr]int{}
	countUses(e, uses)
	p := printer{uses: uses, names: map[*Expr]int{}}
	p.print(e)
	return p.out.String()
}

func countUses(e *Expr, uses map[*Expr]int) {
	uses[e]++
	if uses[e] > 1 {
		return
	}
	for i := range e.Args() {
		countUses(e.Arg(i), uses)
	}
}

// Canonical returns a text of the expression that does not depend on the Builder that made it: operands of commutative
// operators on integers are in an order of their own.
func (e *Expr) Canonical() string {
	uses := map[*Expr]int{}
	countUses(e, uses)
	p := printer{uses: uses, names: map[*Expr]int{}, digests: map[*Expr][sha256.Size]byte{}}
	p.print(e)
	return p.out.String()
}

type printer struct {
	out     strings.Builder
	uses    map[*Expr]int
	names   map[*Expr]int
	digests map[*Expr][sha256.Size]byte // of what was ordered; nil: operands are printed as they are
}

// operands returns the operands of e in the order in which they are printed.
func (p *printer) operands(e *Expr) []*Expr {
	args := make([]*Expr, e.Args())
	for i := range args {
		args[i] = e.Arg(i)
	}
	if p.digests == nil {
		return args
	}
	if e.op.commutes() && !args[1].IsConst() && p.compare(args[0], args[1]) > 0 {
		args[0], args[1] = args[1], args[0]
	}
	return args
}

// commutes reports whether the operands can be exchanged.
func (op Op) commutes() bool {
	switch op {
	case OpAdd, OpMul, OpAnd, OpOr, OpXor, OpEq:
		return true
	}
	return false
}

// compare orders operands: what is made of more before what is made of less, then by the first option.
func (p *printer) compare(x, y *Expr) int {
	if c := cmp.Compare(y.Args(), x.Args()); c != 0 {
		return c
	}
	if c := slices.Compare(x.Support(), y.Support()); c != 0 {
		return c
	}
	dx, dy := p.digest(x), p.digest(y)
	return bytes.Compare(dx[:], dy[:])
}

// digest returns a number for the structure of e, the order of commutative operands aside.
func (p *printer) digest(e *Expr) [sha256.Size]byte {
	if d, ok := p.digests[e]; ok {
		return d
	}
	data := []byte{byte(e.op), e.bits}
	if e.op != OpChoice { // whose level depends on the options before
		data = binary.LittleEndian.AppendUint32(data, e.aux)
	}
	data = binary.LittleEndian.AppendUint64(data, e.k)
	if e.op == OpVar {
		data = fmt.Appendf(data, "%d %d %d %d", e.umin, e.umax, e.smin, e.smax)
	}
	for _, x := range p.operands(e) {
		d := p.digest(x)
		data = append(data, d[:]...)
	}
	d := sha256.Sum256(data)
	p.digests[e] = d
	return d
}

func (p *printer) print(e *Expr) {
	switch e.op {
	case OpConst:
		fmt.Fprintf(&p.out, "%d:%d", e.k, e.bits)
		return
	case OpVar:
		fmt.Fprintf(&p.out, "o%d:%d", e.aux, e.bits)
		w := e.Bits()
		if e.umin != 0 || e.umax != mask(w) || e.smin != minSigned(w) || e.smax != maxSigned(w) {
			fmt.Fprintf(&p.out, "[%d..%d,%d..%d]", e.umin, e.umax, e.smin, e.smax)
		}
		return
	}
	if p.uses[e] > 1 {
		if n, ok := p.names[e]; ok {
			fmt.Fprintf(&p.out, "#%d", n)
			return
		}
		n := len(p.names) + 1
		p.names[e] = n
		fmt.Fprintf(&p.out, "#%d=", n)
	}
	p.out.WriteByte('(')
	p.out.WriteString(e.op.String())
	if hasWidth(e.op) {
		fmt.Fprintf(&p.out, ":%d", e.bits)
	}
	switch e.op {
	case OpExtract:
		fmt.Fprintf(&p.out, " %d", e.aux)
	case OpChoice:
		option, bit := e.Decides()
		fmt.Fprintf(&p.out, " %d.%d", option, bit)
	}
	for _, x := range p.operands(e) {
		p.out.WriteByte(' ')
		p.print(x)
	}
	p.out.WriteByte(')')
}

func hasWidth(op Op) bool {
	switch op {
	case OpZExt, OpSExt, OpExtract, OpFCvt, OpSIToF, OpUIToF, OpFToSI, OpFToUI, OpF80ToF, OpF80ToSI, OpF80ToUI:
		return true
	}
	return false
}

// Parse reads an expression's text. What comes back is canonical, whatever the text is.
func (b *Builder) Parse(text string) (e *Expr, err error) {
	p := parser{b: b, in: text, names: map[int]*Expr{}}
	defer func() {
		if r := recover(); r != nil {
			msg, ok := r.(string)
			if !ok {
				panic(r)
			}
			e, err = nil, fmt.Errorf("expression, offset %d: %s", p.pos, msg)
		}
	}()
	e = p.expr()
	p.space()
	if p.pos != len(p.in) {
		panic("text after the expression")
	}
	return e, nil
}

type parser struct {
	b     *Builder
	in    string
	pos   int
	depth int
	names map[int]*Expr
}

// maxDepth is the depth of text that is read: a stack is not endless.
const maxDepth = 10000

func (p *parser) space() {
	for p.pos < len(p.in) && strings.IndexByte(" \t\n", p.in[p.pos]) >= 0 {
		p.pos++
	}
}

func (p *parser) accept(c byte) bool {
	if p.pos < len(p.in) && p.in[p.pos] == c {
		p.pos++
		return true
	}
	return false
}

func (p *parser) want(c byte) {
	if !p.accept(c) {
		panic(fmt.Sprintf("want %q", c))
	}
}

func (p *parser) token(set string) string {
	start := p.pos
	for p.pos < len(p.in) && strings.IndexByte(set, p.in[p.pos]) >= 0 {
		p.pos++
	}
	return p.in[start:p.pos]
}

const digits = "0123456789"

func (p *parser) uint(bits int) uint64 {
	v, err := strconv.ParseUint(p.token(digits), 10, bits)
	if err != nil {
		panic("want a number")
	}
	return v
}

func (p *parser) int() int64 {
	v, err := strconv.ParseInt(p.token("-"+digits), 10, 64)
	if err != nil {
		panic("want a number")
	}
	return v
}

func (p *parser) width() uint {
	p.want(':')
	w := p.uint(8)
	if w < 1 || w > 64 {
		panic("widths are 1 to 64")
	}
	return uint(w)
}

func (p *parser) expr() *Expr {
	if p.depth++; p.depth > maxDepth {
		panic("nested too deep")
	}
	defer func() { p.depth-- }()
	p.space()
	switch {
	case p.accept('#'):
		n := int(p.uint(31))
		if p.accept('=') {
			e := p.expr()
			p.names[n] = e
			return e
		}
		if p.names[n] == nil {
			panic(fmt.Sprintf("#%d is not known here", n))
		}
		return p.names[n]
	case p.accept('o'):
		return p.variable()
	case p.accept('('):
		e := p.operation()
		p.space()
		p.want(')')
		return e
	}
	v := p.uint(64)
	return p.b.Const(v, p.width())
}

func (p *parser) variable() *Expr {
	o := int(p.uint(20))
	w := p.width()
	if !p.accept('[') {
		return p.b.Var(o, w, 0, mask(w), minSigned(w), maxSigned(w))
	}
	umin := p.uint(64)
	p.want('.')
	p.want('.')
	umax := p.uint(64)
	p.want(',')
	smin := p.int()
	p.want('.')
	p.want('.')
	smax := p.int()
	p.want(']')
	if umin > umax || umax > mask(w) || smin > smax || smin < minSigned(w) || smax > maxSigned(w) {
		panic("bounds that no value has")
	}
	return p.b.Var(o, w, umin, umax, smin, smax)
}

func (p *parser) operation() *Expr {
	name := p.token("abcdefghijklmnopqrstuvwxyz")
	op := OpInvalid
	for i, n := range opNames {
		if n == name && n != "" {
			op = Op(i)
		}
	}
	var w, offset uint
	if hasWidth(op) {
		w = p.width()
	}
	if op.IsFloat() && w != 0 && op != OpFToSI && op != OpFToUI && op != OpF80ToSI && op != OpF80ToUI && w != 32 && w != 64 {
		panic("floats have 32 or 64 bits")
	}
	if op == OpExtract {
		p.space()
		offset = uint(p.uint(8))
	}
	switch op {
	case OpInvalid, OpConst, OpVar:
		panic(fmt.Sprintf("unknown operator %q", name))
	case OpExtract:
		return p.b.Extract(p.word(), offset, w)
	case OpIte:
		c, x := p.word(), p.word()
		return p.b.Ite(c, x, p.word())
	case OpChoice:
		return p.choice()
	case OpNot, OpZExt, OpSExt, OpFNeg, OpFSqrt, OpFCvt, OpSIToF, OpUIToF, OpFToSI, OpFToUI:
		x := p.word()
		if w == 0 {
			w = x.Bits()
		}
		if op == OpFNeg {
			return p.b.FNeg(x)
		}
		return p.b.Unary(op, x, w)
	}
	if op.IsLong() {
		return p.long(op, w)
	}
	x := p.word()
	return p.b.Binary(op, x, p.word())
}

// choice reads the operands of a choice.
func (p *parser) choice() *Expr {
	p.space()
	option := int(p.uint(20))
	p.want('.')
	bit := uint(p.uint(8))
	high := p.word()
	low := p.word()
	if p.b.sets == nil {
		panic("a choice, but no sets")
	}
	level, ok := p.b.sets.LevelOf(option, bit)
	if !ok || high.Bits() != low.Bits() {
		panic("a choice that there is not")
	}
	return p.b.decide(level, high, low)
}

// word reads an operand that is no long double.
func (p *parser) word() *Expr {
	e := p.expr()
	if e.Bits() == LongBits {
		panic("a long double is no operand of this")
	}
	return e
}

// long reads the operands of an operator on long doubles.
func (p *parser) long(op Op, w uint) *Expr {
	x := p.expr()
	var y *Expr
	switch op {
	case OpF80, OpF80Add, OpF80Sub, OpF80Mul, OpF80Div, OpF80Eq, OpF80Lt, OpF80Le:
		y = p.expr()
	}
	return p.b.Long(op, x, y, w)
}
