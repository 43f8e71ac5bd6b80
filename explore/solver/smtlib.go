package solver

// This file writes queries as SMT-LIB 2 text.

import (
	"fmt"
	"strings"

	"github.com/confcov/confcov/explore/expr"
)

// SMTLIB returns the query as SMT-LIB 2 text, up to and including (check-sat). Conditions are bit-vectors of one bit, as they
// are in expressions.
func SMTLIB(q *Query) string {
	p := smtPrinter{names: map[*expr.Expr]string{}}
	p.out.WriteString("(set-logic ALL)\n")
	for _, c := range q.Conds {
		fmt.Fprintf(&p.out, "(assert (= %s #b1))\n", p.name(c))
	}
	p.out.WriteString("(check-sat)\n")
	return p.out.String()
}

type smtPrinter struct {
	out   strings.Builder
	names map[*expr.Expr]string
}

var smtOps = map[expr.Op]string{
	expr.OpAdd: "bvadd", expr.OpSub: "bvsub", expr.OpMul: "bvmul", expr.OpUDiv: "bvudiv", expr.OpSDiv: "bvsdiv",
	expr.OpURem: "bvurem", expr.OpSRem: "bvsrem", expr.OpAnd: "bvand", expr.OpOr: "bvor", expr.OpXor: "bvxor",
	expr.OpNot: "bvnot", expr.OpConcat: "concat",
	expr.OpShl: "bvshl", expr.OpLShr: "bvlshr", expr.OpAShr: "bvashr",
	expr.OpULt: "bvult", expr.OpSLt: "bvslt", expr.OpEq: "=",
	expr.OpFAdd: "fp.add RNE", expr.OpFSub: "fp.sub RNE", expr.OpFMul: "fp.mul RNE", expr.OpFDiv: "fp.div RNE",
	expr.OpFEq: "fp.eq", expr.OpFLt: "fp.lt", expr.OpFLe: "fp.leq",
	expr.OpF80Add: "fp.add RNE", expr.OpF80Sub: "fp.sub RNE", expr.OpF80Mul: "fp.mul RNE", expr.OpF80Div: "fp.div RNE",
	expr.OpF80Eq: "fp.eq", expr.OpF80Lt: "fp.lt", expr.OpF80Le: "fp.leq",
}

// name defines e, and what it is made of, and returns how to refer to it.
func (p *smtPrinter) name(e *expr.Expr) string {
	if e.IsConst() {
		return fmt.Sprintf("(_ bv%d %d)", e.Const(), e.Bits())
	}
	if n, ok := p.names[e]; ok {
		return n
	}
	var n string
	if e.Op() == expr.OpVar {
		n = fmt.Sprintf("o%d", e.Option())
		fmt.Fprintf(&p.out, "(declare-const %s (_ BitVec %d))\n", n, e.Bits())
	} else {
		text := p.term(e)
		n = fmt.Sprintf("e%d", len(p.names))
		fmt.Fprintf(&p.out, "(define-fun %s () (_ BitVec %d) %s)\n", n, e.Bits(), text)
	}
	p.names[e] = n
	return n
}

func (p *smtPrinter) term(e *expr.Expr) string {
	args := make([]string, e.Args())
	for i := range args {
		args[i] = p.name(e.Arg(i))
	}
	switch e.Op() {
	case expr.OpEq, expr.OpULt, expr.OpSLt:
		return fmt.Sprintf("(ite (%s %s %s) #b1 #b0)", smtOps[e.Op()], args[0], args[1])
	case expr.OpShl, expr.OpLShr, expr.OpAShr:
		w := e.Bits()
		m := uint64(31)
		if w > 32 {
			m = 63
		}
		count := args[1]
		if m>>w == 0 {
			count = fmt.Sprintf("(bvand %s (_ bv%d %d))", args[1], m, w)
		}
		return fmt.Sprintf("(%s %s %s)", smtOps[e.Op()], args[0], count)
	case expr.OpZExt:
		return fmt.Sprintf("((_ zero_extend %d) %s)", e.Bits()-e.Arg(0).Bits(), args[0])
	case expr.OpSExt:
		return fmt.Sprintf("((_ sign_extend %d) %s)", e.Bits()-e.Arg(0).Bits(), args[0])
	case expr.OpExtract:
		return fmt.Sprintf("((_ extract %d %d) %s)", e.Offset()+e.Bits()-1, e.Offset(), args[0])
	case expr.OpIte:
		return fmt.Sprintf("(ite (= %s #b1) %s %s)", args[0], args[1], args[2])
	}
	if e.Op().IsFloat() {
		return p.float(e, args)
	}
	return fmt.Sprintf("(%s %s)", smtOps[e.Op()], strings.Join(args, " "))
}

func sortOf(w uint) string {
	switch w {
	case 32:
		return "8 24"
	case 64:
		return "11 53"
	}
	return "15 64"
}

// asFloat returns the number of which x is the bits; a long double has its leading one.
func asFloat(x string, w uint) string {
	if w == expr.LongBits {
		x = fmt.Sprintf("(concat ((_ extract 79 64) %[1]s) ((_ extract 62 0) %[1]s))", x)
	}
	return fmt.Sprintf("((_ to_fp %s) %s)", sortOf(w), x)
}

// floatBits returns the bits of a number.
func floatBits(f string, w uint) string {
	f = fmt.Sprintf("(fp.to_ieee_bv %s)", f)
	if w == expr.LongBits {
		return "(let ((v " + f + ")) (concat ((_ extract 78 63) v) (ite (= ((_ extract 77 63) v) (_ bv0 15)) #b0 #b1) ((_ extract 62 0) v)))"
	}
	return f
}

// float writes a float operation. It is for reading and for trying in other solvers: where a
// NaN's bits matter, or a conversion is out of range, it does not say what the machine does.
func (p *smtPrinter) float(e *expr.Expr, args []string) string {
	from, w := e.Arg(0).Bits(), e.Bits()
	bits := func(f string) string { return floatBits(f, w) }
	x := args[0]
	switch e.Op() {
	case expr.OpF80:
		return fmt.Sprintf("(concat %s %s)", args[1], x)
	case expr.OpF80Mant:
		return fmt.Sprintf("((_ extract 63 0) %s)", x)
	case expr.OpF80Exp:
		return fmt.Sprintf("((_ extract 79 64) %s)", x)
	case expr.OpSIToF, expr.OpF80FromSI:
		return bits(fmt.Sprintf("((_ to_fp %s) RNE %s)", sortOf(w), x))
	case expr.OpUIToF, expr.OpF80FromUI:
		return bits(fmt.Sprintf("((_ to_fp_unsigned %s) RNE %s)", sortOf(w), x))
	}
	x = asFloat(x, from)
	switch e.Op() {
	case expr.OpFEq, expr.OpFLt, expr.OpFLe, expr.OpF80Eq, expr.OpF80Lt, expr.OpF80Le:
		return fmt.Sprintf("(ite (%s %s %s) #b1 #b0)", smtOps[e.Op()], x, asFloat(args[1], from))
	case expr.OpFNeg:
		return fmt.Sprintf("(bvxor %s (_ bv%d %d))", args[0], uint64(1)<<(w-1), w)
	case expr.OpFSqrt:
		return bits("(fp.sqrt RNE " + x + ")")
	case expr.OpFCvt, expr.OpF80FromF, expr.OpF80ToF:
		return bits(fmt.Sprintf("((_ to_fp %s) RNE %s)", sortOf(w), x))
	case expr.OpFToSI, expr.OpF80ToSI:
		return fmt.Sprintf("((_ fp.to_sbv %d) RTZ %s)", w, x)
	case expr.OpFToUI, expr.OpF80ToUI:
		return fmt.Sprintf("((_ fp.to_ubv %d) RTZ %s)", w, x)
	}
	return bits(fmt.Sprintf("(%s %s %s)", smtOps[e.Op()], x, asFloat(args[1], from)))
}
