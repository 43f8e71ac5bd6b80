package expr

// This file writes conditions as a C programmer would, for people to read. It is not read back.

import (
	"crypto/sha256"
	"fmt"
	"math"
	"strconv"
	"strings"
)

// CNames tells the name of an option, and whether it is signed in C.
type CNames func(option int) (name string, signed bool)

// maxCText is the length of text beyond which an expression is not written.
const maxCText = 300

// CText returns a condition as C writes it, or its negation; ok is false if that is too long to be read.
func CText(cond *Expr, negated bool, names CNames) (text string, ok bool) {
	p := cPrinter{names: names, left: 4 * maxCText, order: printer{digests: map[*Expr][sha256.Size]byte{}}}
	text = p.condition(cond, negated, precLowest)
	return text, p.left >= 0 && len(text) <= maxCText
}

// Precedences of C's operators, the loosest first.
const (
	precLowest = iota
	precIte
	precOrOr
	precAndAnd
	precOr
	precXor
	precAnd
	precEqual
	precLess
	precShift
	precAdd
	precMul
	precUnary
)

type cPrinter struct {
	names CNames
	left  int // nodes that may still be written
	order printer
}

// args returns the first two operands in the order in which they are written.
func (p *cPrinter) args(e *Expr) (x, y *Expr) {
	if e.Args() != 2 {
		return e.Arg(0), e.Arg(1)
	}
	args := p.order.operands(e)
	return args[0], args[1]
}

func paren(text string, prec, outer int) string {
	if prec < outer {
		return "(" + text + ")"
	}
	return text
}

// condition writes a condition or its negation.
func (p *cPrinter) condition(e *Expr, negated bool, outer int) string {
	if p.left--; p.left < 0 {
		return ""
	}
	compare := func(op, opposite string, prec int, x, y string) string {
		if negated {
			op = opposite
		}
		return paren(x+" "+op+" "+y, prec, outer)
	}
	x, y := p.args(e)
	switch e.op {
	case OpNot:
		return p.condition(x, !negated, outer)
	case OpEq:
		if x.Bits() == 1 {
			return compare("==", "!=", precEqual, p.condition(x, false, precEqual+1), p.condition(y, false, precEqual+1))
		}
		if x.op == OpAdd && x.b.IsConst() && y.IsConst() { // x + -c == k is x == k + c
			if v := signed(y.k-x.b.k, x.Bits()); v > -1<<20 && v < 1<<20 {
				return compare("==", "!=", precEqual, p.value(x.a, precEqual+1), strconv.FormatInt(v, 10))
			}
		}
		return compare("==", "!=", precEqual, p.value(x, precEqual+1), p.value(y, precEqual+1))
	case OpSLt:
		return compare("<", ">=", precLess, p.value(x, precLess+1), p.value(y, precLess+1))
	case OpULt:
		return compare("<", ">=", precLess, p.unsigned(x, precLess+1), p.unsigned(y, precLess+1))
	case OpFEq, OpF80Eq:
		return compare("==", "!=", precEqual, p.float(x, precEqual+1), p.float(y, precEqual+1))
	case OpFLt, OpF80Lt, OpFLe, OpF80Le: // of what is not a number the negation is not the opposite
		op := "<"
		if e.op == OpFLe || e.op == OpF80Le {
			op = "<="
		}
		text := p.float(x, precLess+1) + " " + op + " " + p.float(y, precLess+1)
		if negated {
			return "!(" + text + ")"
		}
		return paren(text, precLess, outer)
	case OpAnd, OpOr:
		op, prec := "&&", precAndAnd
		if (e.op == OpOr) != negated {
			op, prec = "||", precOrOr
		}
		return paren(p.condition(x, negated, prec+1)+" "+op+" "+p.condition(y, negated, prec+1), prec, outer)
	case OpXor:
		negated = !negated
		return compare("==", "!=", precEqual, p.condition(x, false, precEqual+1), p.condition(y, false, precEqual+1))
	}
	if negated {
		return compare("!=", "==", precEqual, p.value(e, precEqual+1), "0")
	}
	return p.value(e, outer)
}

// unsigned writes a value that C takes as unsigned.
func (p *cPrinter) unsigned(e *Expr, outer int) string {
	if e.IsConst() {
		return strconv.FormatUint(e.k, 10)
	}
	if e.smin >= 0 {
		return p.value(e, outer)
	}
	if e.op == OpVar {
		if name, signed := p.names(e.Option()); !signed {
			return name
		}
	}
	return "(" + integerType(e.Bits(), false) + ")" + p.value(e, precUnary)
}

func integerType(bits uint, signed bool) string {
	name := map[uint]string{8: "char", 16: "short", 32: "int", 64: "long"}[bits]
	if name == "" {
		name = fmt.Sprintf("_BitInt(%d)", bits)
	}
	switch {
	case signed && bits == 8:
		return "signed char"
	case signed:
		return name
	}
	return "unsigned " + name
}

func floatType(bits uint) string {
	return map[uint]string{32: "float", 64: "double", LongBits: "long double"}[bits]
}

var cBinary = map[Op]struct {
	op       string
	prec     int
	unsigned bool
}{
	OpMul: {"*", precMul, false}, OpUDiv: {"/", precMul, true}, OpSDiv: {"/", precMul, false},
	OpURem: {"%", precMul, true}, OpSRem: {"%", precMul, false}, OpSub: {"-", precAdd, false},
	OpAnd: {"&", precAnd, false}, OpOr: {"|", precOr, false}, OpXor: {"^", precXor, false},
	OpShl: {"<<", precShift, false}, OpLShr: {">>", precShift, true}, OpAShr: {">>", precShift, false},
}

// value writes an integer.
func (p *cPrinter) value(e *Expr, outer int) string {
	if p.left--; p.left < 0 {
		return ""
	}
	x, y := p.args(e)
	switch e.op {
	case OpConst:
		if e.Bits() == 1 {
			return strconv.FormatUint(e.k, 10)
		}
		return strconv.FormatInt(signed(e.k, e.Bits()), 10)
	case OpVar:
		name, _ := p.names(e.Option())
		return name
	case OpAdd:
		if y.IsConst() {
			if v := signed(y.k, e.Bits()); v < 0 && v != math.MinInt64 {
				return paren(p.value(x, precAdd)+" - "+strconv.FormatInt(-v, 10), precAdd, outer)
			}
		}
		return paren(p.value(x, precAdd)+" + "+p.value(y, precAdd+1), precAdd, outer)
	case OpZExt, OpSExt:
		if e.Bits() <= 32 || x.Bits() == 1 {
			return p.value(x, outer)
		}
		return "(" + integerType(e.Bits(), e.op == OpSExt || x.smin >= 0) + ")" + p.value(x, precUnary)
	case OpExtract:
		return p.extract(e, outer)
	case OpConcat:
		if y.IsConst() && y.k == 0 {
			return paren(p.value(x, precShift)+" << "+strconv.Itoa(int(y.Bits())), precShift, outer)
		}
		return paren(p.value(x, precShift)+" << "+strconv.Itoa(int(y.Bits()))+" | "+p.value(y, precOr+1), precOr, outer)
	case OpIte:
		return paren(p.condition(x, false, precIte+1)+" ? "+p.value(y, precIte)+" : "+p.value(e.Arg(2), precIte), precIte, outer)
	case OpChoice:
		return paren(p.bit(e)+" ? "+p.value(x, precIte)+" : "+p.value(y, precIte), precIte, outer)
	case OpFToSI, OpF80ToSI:
		return "(" + integerType(e.Bits(), true) + ")" + p.float(x, precUnary)
	case OpFToUI, OpF80ToUI:
		return "(" + integerType(e.Bits(), false) + ")" + p.float(x, precUnary)
	}
	if e.Bits() == 1 {
		switch e.op {
		case OpNot, OpEq, OpULt, OpSLt, OpFEq, OpFLt, OpFLe, OpF80Eq, OpF80Lt, OpF80Le, OpAnd, OpOr, OpXor:
			return p.condition(e, false, outer)
		}
	}
	if e.op == OpNot {
		return "~" + p.value(x, precUnary)
	}
	if b, ok := cBinary[e.op]; ok {
		left := p.value
		if b.unsigned {
			left = p.unsigned
		}
		return paren(left(x, b.prec)+" "+b.op+" "+p.value(y, b.prec+1), b.prec, outer)
	}
	return p.call(e)
}

// extract writes some bits of a value.
func (p *cPrinter) extract(e *Expr, outer int) string {
	x, w, off := e.Arg(0), e.Bits(), e.Offset()
	switch {
	case off == 0 && (w == 8 || w == 16 || w == 32):
		return "(" + integerType(w, true) + ")" + p.value(x, precUnary)
	case off == 0:
		return paren(fmt.Sprintf("%s & %#x", p.value(x, precAnd), mask(w)), precAnd, outer)
	case off+w == x.Bits():
		return paren(fmt.Sprintf("%s >> %d", p.unsigned(x, precShift), off), precShift, outer)
	}
	return paren(fmt.Sprintf("%s >> %d & %#x", p.value(x, precShift), off, mask(w)), precAnd, outer)
}

// float writes a floating-point number.
func (p *cPrinter) float(e *Expr, outer int) string {
	if p.left--; p.left < 0 {
		return ""
	}
	infix := func(op string, prec int) string {
		return paren(p.float(e.Arg(0), prec)+" "+op+" "+p.float(e.Arg(1), prec+1), prec, outer)
	}
	switch e.op {
	case OpConst:
		if e.Bits() == 32 {
			return formatFloat(float64(math.Float32frombits(uint32(e.k))), 32) + "f"
		}
		return formatFloat(math.Float64frombits(e.k), 64)
	case OpFAdd, OpF80Add:
		return infix("+", precAdd)
	case OpFSub, OpF80Sub:
		return infix("-", precAdd)
	case OpFMul, OpF80Mul:
		return infix("*", precMul)
	case OpFDiv, OpF80Div:
		return infix("/", precMul)
	case OpFNeg:
		return "-" + p.float(e.Arg(0), precUnary)
	case OpFSqrt:
		return "sqrt(" + p.float(e.Arg(0), precLowest) + ")"
	case OpFCvt, OpF80FromF, OpF80ToF:
		return "(" + floatType(e.Bits()) + ")" + p.float(e.Arg(0), precUnary)
	case OpSIToF, OpF80FromSI:
		return "(" + floatType(e.Bits()) + ")" + p.value(e.Arg(0), precUnary)
	case OpUIToF, OpF80FromUI:
		return "(" + floatType(e.Bits()) + ")" + p.unsigned(e.Arg(0), precUnary)
	case OpIte:
		return paren(p.condition(e.Arg(0), false, precIte+1)+" ? "+p.float(e.Arg(1), precIte)+" : "+p.float(e.Arg(2), precIte), precIte, outer)
	case OpChoice:
		return paren(p.bit(e)+" ? "+p.float(e.Arg(0), precIte)+" : "+p.float(e.Arg(1), precIte), precIte, outer)
	}
	return p.call(e)
}

// bit writes what a choice decides on, which C cannot say: NAME.0 is the lowest bit of the code of an option's value.
func (p *cPrinter) bit(e *Expr) string {
	option, bit := e.Decides()
	name, _ := p.names(option)
	return name + "." + strconv.Itoa(int(bit))
}

func formatFloat(v float64, bits int) string {
	t := strconv.FormatFloat(v, 'g', -1, bits)
	if !strings.ContainsAny(t, ".eIN") {
		t += ".0"
	}
	return t
}

// call writes what C has no operator for.
func (p *cPrinter) call(e *Expr) string {
	args := make([]string, e.Args())
	for i := range args {
		args[i] = p.value(e.Arg(i), precLowest)
	}
	return e.op.String() + "(" + strings.Join(args, ", ") + ")"
}
