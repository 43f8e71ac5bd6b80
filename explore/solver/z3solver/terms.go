package z3solver

// This file is Z3's terms: bit-vectors, formulas and floats.

/*
#include <stdlib.h>
#include <z3.h>

typedef Z3_ast (*unary)(Z3_context, Z3_ast);
typedef Z3_ast (*binary)(Z3_context, Z3_ast, Z3_ast);
typedef Z3_ast (*ternary)(Z3_context, Z3_ast, Z3_ast, Z3_ast);
typedef Z3_ast (*counted)(Z3_context, unsigned, Z3_ast);
typedef Z3_ast (*listed)(Z3_context, unsigned, Z3_ast const[]);
typedef Z3_ast (*sorted)(Z3_context, Z3_ast, Z3_ast, Z3_sort);

static Z3_ast apply1(unary f, Z3_context c, Z3_ast x) { return f(c, x); }
static Z3_ast apply2(binary f, Z3_context c, Z3_ast x, Z3_ast y) { return f(c, x, y); }
static Z3_ast apply3(ternary f, Z3_context c, Z3_ast x, Z3_ast y, Z3_ast z) { return f(c, x, y, z); }
static Z3_ast applyCount(counted f, Z3_context c, unsigned n, Z3_ast x) { return f(c, n, x); }
static Z3_ast applySort(sorted f, Z3_context c, Z3_ast mode, Z3_ast x, Z3_sort s) { return f(c, mode, x, s); }
static Z3_ast applyList(listed f, Z3_context c, Z3_ast x, Z3_ast y) {
	Z3_ast list[] = {x, y};
	return f(c, 2, list);
}
*/
import "C"

import "unsafe"

// term is a term of one context.
type term struct {
	z   *zcontext
	ast C.Z3_ast
}

type (
	bv      struct{ term } // a bit-vector
	formula struct{ term } // true or false
	fp      struct{ term } // a float of a sort

	// fpSort is the sort of floats.
	fpSort struct{ s C.Z3_sort }
)

func (x term) apply1(f C.unary) term { return x.z.term(C.apply1(f, x.z.c, x.ast)) }

func (x term) apply2(f C.binary, y term) term { return x.z.term(C.apply2(f, x.z.c, x.ast, y.ast)) }

func (x term) list(f C.listed, y term) term { return x.z.term(C.applyList(f, x.z.c, x.ast, y.ast)) }

func (x term) count(f C.counted, n uint) term {
	return x.z.term(C.applyCount(f, x.z.c, C.unsigned(n), x.ast))
}

// arith is an operation on floats that rounds to nearest.
func (x term) arith(f C.ternary, y term) term {
	return x.z.term(C.apply3(f, x.z.c, x.z.rne, x.ast, y.ast))
}

// toSort converts to floats of a sort, rounding to nearest.
func (x term) toSort(f C.sorted, s fpSort) fp {
	return fp{x.z.term(C.applySort(f, x.z.c, x.z.rne, x.ast, s.s))}
}

func (z *zcontext) term(t C.Z3_ast) term { return term{z, z.keep(t)} }

// number returns the bits of v that fit into w.
func (z *zcontext) number(v uint64, w uint) bv {
	return bv{z.term(C.Z3_mk_unsigned_int64(z.c, C.uint64_t(v&(^uint64(0)>>(64-w))), C.Z3_mk_bv_sort(z.c, C.unsigned(w))))}
}

// variable returns the unknown of that name with w bits.
func (z *zcontext) variable(name string, w uint) bv {
	text := C.CString(name)
	defer C.free(unsafe.Pointer(text))
	return bv{z.term(C.Z3_mk_const(z.c, C.Z3_mk_string_symbol(z.c, text), C.Z3_mk_bv_sort(z.c, C.unsigned(w))))}
}

func (z *zcontext) truth(v bool) formula {
	if v {
		return formula{z.term(C.Z3_mk_true(z.c))}
	}
	return formula{z.term(C.Z3_mk_false(z.c))}
}

// floatSort returns the floats of so many bits of exponent and of significand, the leading one among these.
func (z *zcontext) floatSort(exponent, significand uint) fpSort {
	s := C.Z3_mk_fpa_sort(z.c, C.unsigned(exponent), C.unsigned(significand))
	z.check()
	C.Z3_inc_ref(z.c, C.Z3_sort_to_ast(z.c, s))
	return fpSort{s}
}

func (z *zcontext) fp(v float64, s fpSort) fp {
	return fp{z.term(C.Z3_mk_fpa_numeral_double(z.c, C.double(v), s.s))}
}

func (z *zcontext) nan(s fpSort) fp { return fp{z.term(C.Z3_mk_fpa_nan(z.c, s.s))} }

func (x bv) add(y bv) bv    { return bv{x.apply2(C.binary(C.Z3_mk_bvadd), y.term)} }
func (x bv) sub(y bv) bv    { return bv{x.apply2(C.binary(C.Z3_mk_bvsub), y.term)} }
func (x bv) mul(y bv) bv    { return bv{x.apply2(C.binary(C.Z3_mk_bvmul), y.term)} }
func (x bv) udiv(y bv) bv   { return bv{x.apply2(C.binary(C.Z3_mk_bvudiv), y.term)} }
func (x bv) sdiv(y bv) bv   { return bv{x.apply2(C.binary(C.Z3_mk_bvsdiv), y.term)} }
func (x bv) urem(y bv) bv   { return bv{x.apply2(C.binary(C.Z3_mk_bvurem), y.term)} }
func (x bv) srem(y bv) bv   { return bv{x.apply2(C.binary(C.Z3_mk_bvsrem), y.term)} }
func (x bv) and(y bv) bv    { return bv{x.apply2(C.binary(C.Z3_mk_bvand), y.term)} }
func (x bv) or(y bv) bv     { return bv{x.apply2(C.binary(C.Z3_mk_bvor), y.term)} }
func (x bv) xor(y bv) bv    { return bv{x.apply2(C.binary(C.Z3_mk_bvxor), y.term)} }
func (x bv) shl(y bv) bv    { return bv{x.apply2(C.binary(C.Z3_mk_bvshl), y.term)} }
func (x bv) lshr(y bv) bv   { return bv{x.apply2(C.binary(C.Z3_mk_bvlshr), y.term)} }
func (x bv) ashr(y bv) bv   { return bv{x.apply2(C.binary(C.Z3_mk_bvashr), y.term)} }
func (x bv) concat(y bv) bv { return bv{x.apply2(C.binary(C.Z3_mk_concat), y.term)} }
func (x bv) not() bv        { return bv{x.apply1(C.unary(C.Z3_mk_bvnot))} }
func (x bv) zext(n uint) bv { return bv{x.count(C.counted(C.Z3_mk_zero_ext), n)} }
func (x bv) sext(n uint) bv { return bv{x.count(C.counted(C.Z3_mk_sign_ext), n)} }

// extract returns the bits hi to lo.
func (x bv) extract(hi, lo uint) bv {
	return bv{x.z.term(C.Z3_mk_extract(x.z.c, C.unsigned(hi), C.unsigned(lo), x.ast))}
}

func (x bv) eq(y bv) formula  { return formula{x.apply2(C.binary(C.Z3_mk_eq), y.term)} }
func (x bv) ult(y bv) formula { return formula{x.apply2(C.binary(C.Z3_mk_bvult), y.term)} }
func (x bv) slt(y bv) formula { return formula{x.apply2(C.binary(C.Z3_mk_bvslt), y.term)} }

// fp returns the number of which x is the bits as IEEE lays them out.
func (x bv) fp(s fpSort) fp { return fp{x.z.term(C.Z3_mk_fpa_to_fp_bv(x.z.c, x.ast, s.s))} }

func (x bv) signedToFloat(s fpSort) fp   { return x.toSort(C.sorted(C.Z3_mk_fpa_to_fp_signed), s) }
func (x bv) unsignedToFloat(s fpSort) fp { return x.toSort(C.sorted(C.Z3_mk_fpa_to_fp_unsigned), s) }

func (c formula) not() formula          { return formula{c.apply1(C.unary(C.Z3_mk_not))} }
func (c formula) and(d formula) formula { return formula{c.list(C.listed(C.Z3_mk_and), d.term)} }
func (c formula) or(d formula) formula  { return formula{c.list(C.listed(C.Z3_mk_or), d.term)} }
func (c formula) xor(d formula) formula { return formula{c.apply2(C.binary(C.Z3_mk_xor), d.term)} }
func (c formula) bv(x, y bv) bv         { return bv{c.choose(x.term, y.term)} } // x if c holds, else y
func (c formula) fp(x, y fp) fp         { return fp{c.choose(x.term, y.term)} }
func (c formula) choose(x, y term) term { return c.z.term(C.Z3_mk_ite(c.z.c, c.ast, x.ast, y.ast)) }

func (x fp) add(y fp) fp     { return fp{x.arith(C.ternary(C.Z3_mk_fpa_add), y.term)} }
func (x fp) sub(y fp) fp     { return fp{x.arith(C.ternary(C.Z3_mk_fpa_sub), y.term)} }
func (x fp) mul(y fp) fp     { return fp{x.arith(C.ternary(C.Z3_mk_fpa_mul), y.term)} }
func (x fp) div(y fp) fp     { return fp{x.arith(C.ternary(C.Z3_mk_fpa_div), y.term)} }
func (x fp) sqrt() fp        { return fp{x.z.term(C.Z3_mk_fpa_sqrt(x.z.c, x.z.rne, x.ast))} }
func (x fp) neg() fp         { return fp{x.apply1(C.unary(C.Z3_mk_fpa_neg))} }
func (x fp) eq(y fp) formula { return formula{x.apply2(C.binary(C.Z3_mk_fpa_eq), y.term)} } // +0 = -0, no NaN equals
func (x fp) lt(y fp) formula { return formula{x.apply2(C.binary(C.Z3_mk_fpa_lt), y.term)} }
func (x fp) le(y fp) formula { return formula{x.apply2(C.binary(C.Z3_mk_fpa_leq), y.term)} }
func (x fp) isNaN() formula  { return formula{x.apply1(C.unary(C.Z3_mk_fpa_is_nan))} }
func (x fp) bits() bv        { return bv{x.apply1(C.unary(C.Z3_mk_fpa_to_ieee_bv))} }

func (x fp) fp(s fpSort) fp { return x.toSort(C.sorted(C.Z3_mk_fpa_to_fp_float), s) }

// truncate rounds toward zero.
func (x fp) truncate() fp {
	return fp{x.z.term(C.Z3_mk_fpa_round_to_integral(x.z.c, x.z.rtz, x.ast))}
}

// signed returns x, rounded toward zero, as n bits with a sign; it is unspecified where they do not hold it.
func (x fp) signed(n uint) bv {
	return bv{x.z.term(C.Z3_mk_fpa_to_sbv(x.z.c, x.z.rtz, x.ast, C.unsigned(n)))}
}
