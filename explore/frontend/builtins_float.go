package frontend

// This file checks the builtins that make and classify floats. Those that classify take any float type: a float is not
// widened first, for its denormals are normal as doubles, nor is a long double narrowed.

import "math"

// quietNaN has no payload. (The machine makes a signalling one quiet wherever it is converted; what a string says about the payload
// is not looked at.)
var quietNaN = math.Float64frombits(0x7ff8000000000000)

func addFloatBuiltins() {
	for name, f := range map[string]float64{"huge_val": math.Inf(1), "inf": math.Inf(1), "nan": quietNaN, "nans": quietNaN} {
		for suffix, t := range map[string]*ctype{"": tDouble, "f": tFloat, "l": tLDouble} {
			builtins["__builtin_"+name+suffix] = func(_ *checker, b *builtinCall) *expr { return floatConst(f, t, b.pos) }
		}
	}
	for name, op := range map[string]eop{"isgreater": eGt, "isgreaterequal": eGe, "isless": eLt, "islessequal": eLe} {
		builtins["__builtin_"+name] = func(c *checker, b *builtinCall) *expr {
			b.need(2)
			return c.compare(op, c.rvalue(b.args[0]), c.rvalue(b.args[1]))
		}
	}
	builtins["__builtin_isunordered"] = isUnordered
	builtins["__builtin_islessgreater"] = isLessGreater
	builtins["__builtin_fpclassify"] = fpClassify
	for suffix, t := range map[string]*ctype{"": nil, "f": tFloat, "l": tLDouble} {
		for _, name := range []string{"isinf", "isfinite", "isnormal", "signbit", "isnan"} {
			builtins["__builtin_"+name+suffix] = classifier(name, t)
		}
	}
	builtins["__builtin_isinf_sign"] = classifier("isinf", nil)
}

func isUnordered(c *checker, b *builtinCall) *expr {
	b.need(2)
	x, y := c.once(c.rvalue(b.args[0])), c.once(c.rvalue(b.args[1]))
	e := binaryOf(eOr, c.compare(eNe, x.use, x.use), c.compare(eNe, y.use, y.use), tInt, b.pos)
	return c.after(e, x, y)
}

func isLessGreater(c *checker, b *builtinCall) *expr {
	b.need(2)
	x, y := c.once(c.rvalue(b.args[0])), c.once(c.rvalue(b.args[1]))
	e := binaryOf(eOr, c.compare(eLt, x.use, y.use), c.compare(eGt, x.use, y.use), tInt, b.pos)
	return c.after(e, x, y)
}

// classifier returns the check of a builtin that classifies floats of type t; nil: of any.
func classifier(name string, t *ctype) builtin {
	return func(c *checker, b *builtinCall) *expr {
		b.need(1)
		e := c.floatOperand(b, 0, t)
		r := c.classify(name, e, b)
		if name == "isinf" && b.name != "__builtin_isinf_sign" && !e.isConst() {
			return c.compare(eNe, r, constAt(0, tInt, b.pos)) // gcc has the sign of constants only
		}
		return r
	}
}

// floatOperand checks an argument that is a float of type t; nil: of any.
func (c *checker) floatOperand(b *builtinCall, i int, t *ctype) *expr {
	e := c.operand(b, i)
	if t != nil {
		return c.convert(e, t)
	}
	if !e.typ.isReal() {
		fail(b.pos, "%s of %s", b.name, e.typ)
	}
	return e
}

// classify calls the function that the prelude has for x's type.
func (c *checker) classify(name string, x *expr, b *builtinCall) *expr {
	letter := "d"
	switch x.typ.kind {
	case kFloat:
		letter = "f"
	case kLDouble:
		letter = "l"
	}
	return c.callOf(c.identifier("__confcov_"+name+"_"+letter, b.pos), []*expr{x}, b.pos)
}

// choice returns the expression a ? x : y.
func choice(a, x, y *expr) *expr {
	if v, known := a.truth(); known && !a.impure {
		if v {
			return x
		}
		return y
	}
	return &expr{op: eCond, typ: x.typ, pos: a.pos, a: a, b: x, c: y, impure: true}
}

// fpClassify checks __builtin_fpclassify(nan, infinite, normal, subnormal, zero, x).
func fpClassify(c *checker, b *builtinCall) *expr {
	b.need(6)
	x := c.once(c.floatOperand(b, 5, nil))
	var values [5]*expr
	for i := range values {
		values[i] = c.convert(c.operand(b, i), tInt)
	}
	zero := castTo(constAt(0, tInt, b.pos), x.use.typ, b.pos)
	e := choice(c.compare(eEq, x.use, zero), values[4], values[3])
	e = choice(c.classify("isnormal", x.use, b), values[2], e)
	e = choice(c.classify("isinf", x.use, b), values[1], e)
	e = choice(c.compare(eNe, x.use, x.use), values[0], e)
	return c.after(e, x)
}
