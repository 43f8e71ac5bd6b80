package expr

import (
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"github.com/confcov/confcov/explore/f80"
	"github.com/confcov/confcov/subjects/confspace"
)

// term is an expression that nobody simplified.
type term struct {
	op      Op
	w       uint
	aux     uint32
	k       uint64
	a, b, c *term
	set     confspace.Set // of OpChoice, over testSets
}

// testSets is the sets over the options that testVars are.
var testSets = func() *confspace.Sets {
	sp := &confspace.Space{}
	for i, v := range testVars {
		d := confspace.Domain{Kind: confspace.DomainRange, Min: v.lo, Max: v.hi, Bits: uint8(v.w), Signed: v.signed}
		sp.Options = append(sp.Options, confspace.Option{Name: fmt.Sprint("o", i), Domain: d})
	}
	return confspace.NewSets(sp)
}()

// configuration returns the values of testVars as those of options.
func configuration(env []uint64) confspace.Configuration {
	c := make(confspace.Configuration, len(env))
	for i, v := range env {
		c[i] = testSets.Space().Options[i].Domain.Normalize(int64(v))
	}
	return c
}

func drawSet(t *rapid.T, m *confspace.Sets, depth int) confspace.Set {
	if depth > 0 {
		return m.Ite(drawSet(t, m, depth-1), drawSet(t, m, depth-1), drawSet(t, m, depth-1))
	}
	o := rapid.IntRange(0, len(m.Space().Options)-1).Draw(t, "option")
	v := int64(rapid.IntRange(-5, 20).Draw(t, "value"))
	return m.Not(m.Between(o, v, v+int64(rapid.SampledFrom([]int{0, 1, 2, 6, 100}).Draw(t, "more"))))
}

func (t *term) eval(env []uint64) uint64 {
	switch t.op {
	case OpConst:
		return t.k
	case OpVar:
		return env[t.aux] & mask(t.w)
	case OpIte:
		if t.a.eval(env) != 0 {
			return t.b.eval(env)
		}
		return t.c.eval(env)
	case OpChoice:
		if testSets.Contains(t.set, configuration(env)) {
			return t.a.eval(env)
		}
		return t.b.eval(env)
	}
	if t.op.IsLong() {
		return t.evalLong(env)
	}
	if t.b != nil {
		return apply(t.op, t.w, t.a.w, t.b.w, t.aux, t.a.eval(env), t.b.eval(env))
	}
	return apply(t.op, t.w, t.a.w, 0, t.aux, t.a.eval(env), 0)
}

// evalLong is eval for operations on long doubles that give none.
func (t *term) evalLong(env []uint64) uint64 {
	x := t.a.long(env)
	switch t.op {
	case OpF80Mant:
		mant, _ := t.a.bits(env)
		return mant
	case OpF80Exp:
		_, se := t.a.bits(env)
		return uint64(se)
	case OpF80ToF:
		return x.ToFloat(t.w / 8)
	case OpF80ToSI:
		return x.ToSigned(t.w / 8)
	case OpF80ToUI:
		return x.ToUnsigned(t.w / 8)
	}
	return word(compareLong(t.op, x, t.b.long(env)))
}

// bits returns a long double's bits, long its number.
func (t *term) bits(env []uint64) (mant uint64, se uint16) {
	if t.op == OpF80 {
		return t.a.eval(env), uint16(t.b.eval(env))
	}
	return t.long(env).Pack()
}

func (t *term) long(env []uint64) f80.Float {
	switch t.op {
	case OpF80:
		return f80.Unpack(t.bits(env))
	case OpF80FromF, OpF80FromSI, OpF80FromUI:
		return convertToLong(t.op, t.a.w, t.a.eval(env))
	}
	return applyLong(t.op, t.a.long(env), t.b.long(env))
}

func (t *term) build(b *Builder) *Expr {
	if t.op.IsLong() {
		var y *Expr
		if t.b != nil {
			y = t.b.build(b)
		}
		return b.Long(t.op, t.a.build(b), y, t.w)
	}
	switch t.op {
	case OpConst:
		return b.Const(t.k, t.w)
	case OpVar:
		return testVars[t.aux].make(b, int(t.aux))
	case OpIte:
		return b.Ite(t.a.build(b), t.b.build(b), t.c.build(b))
	case OpChoice:
		x := t.a.build(b)
		return b.Choose(t.set, x, t.b.build(b))
	case OpExtract:
		return b.Extract(t.a.build(b), uint(t.aux), t.w)
	case OpFNeg:
		return b.FNeg(t.a.build(b))
	}
	if t.b != nil {
		return b.Binary(t.op, t.a.build(b), t.b.build(b))
	}
	return b.Unary(t.op, t.a.build(b), t.w)
}

type testVar struct {
	w      uint
	signed bool
	lo, hi int64
}

func (v testVar) make(b *Builder, o int) *Expr {
	if v.signed {
		return b.VarSigned(o, v.w, v.lo, v.hi)
	}
	return b.VarUnsigned(o, v.w, uint64(v.lo), uint64(v.hi))
}

var testVars = []testVar{
	{32, true, 0, 1},
	{32, true, 0, 1},
	{32, true, -5, 9},
	{8, false, 0, 255},
	{32, false, 0, 1000},
	{64, true, -1 << 63, 1<<63 - 1},
	{16, true, -100, 100},
	{8, false, 3, 4},
	{64, false, 0, 1 << 40},
	{1, false, 0, 1},
}

var widths = []uint{1, 8, 16, 32, 64, 12, 33}

func interesting(t *rapid.T, w uint) uint64 {
	switch rapid.IntRange(0, 4).Draw(t, "kind") {
	case 0:
		return uint64(rapid.IntRange(0, 10).Draw(t, "small")) & mask(w)
	case 1:
		return -uint64(rapid.IntRange(0, 10).Draw(t, "small")) & mask(w)
	case 2:
		return uint64(1) << rapid.UintRange(0, w-1).Draw(t, "bit")
	case 3:
		return (uint64(1)<<rapid.UintRange(0, w-1).Draw(t, "bit") - 1) << rapid.UintRange(0, w-1).Draw(t, "shift") & mask(w)
	}
	return rapid.Uint64().Draw(t, "word") & mask(w)
}

func drawTerm(t *rapid.T, w uint, depth int) *term {
	if depth == 0 || rapid.IntRange(0, 9).Draw(t, "leaf") == 0 {
		if o := rapid.IntRange(0, len(testVars)).Draw(t, "var"); o < len(testVars) {
			v := &term{op: OpVar, w: testVars[o].w, aux: uint32(o)}
			return adapt(t, v, w)
		}
		return &term{op: OpConst, w: w, k: interesting(t, w)}
	}
	sub := func(w uint) *term { return drawTerm(t, w, depth-1) }
	ops := []Op{
		OpAdd, OpSub, OpMul, OpUDiv, OpSDiv, OpURem, OpSRem, OpAnd, OpOr, OpXor, OpShl, OpLShr, OpAShr, OpNot,
		OpIte, OpZExt, OpSExt, OpExtract, OpConcat, OpAnd, OpOr, OpExtract, OpConcat, OpIte,
	}
	if w == 1 {
		ops = []Op{OpEq, OpULt, OpSLt, OpAnd, OpOr, OpNot, OpXor, OpExtract, OpFEq, OpFLt, OpFLe, OpEq, OpULt, OpSLt, OpIte}
	}
	if w >= 32 {
		ops = append(ops, OpFToSI, OpFToUI)
	}
	switch w {
	case 1:
		ops = append(ops, OpF80Eq, OpF80Lt, OpF80Le)
	case 16:
		ops = append(ops, OpF80Exp)
	case 64:
		ops = append(ops, OpF80Mant)
	}
	if w == 32 || w == 64 {
		ops = append(ops, OpF80ToF)
	}
	if w >= 8 && w&(w-1) == 0 {
		ops = append(ops, OpF80ToSI, OpF80ToUI)
	}
	if w == 32 || w == 64 {
		ops = append(ops, OpFAdd, OpFSub, OpFMul, OpFDiv, OpFNeg, OpFSqrt, OpFCvt, OpSIToF, OpUIToF, OpSIToF)
	}
	op := rapid.SampledFrom(append(ops, OpChoice, OpChoice, OpChoice, OpChoice)).Draw(t, "op")
	switch op {
	case OpChoice:
		return &term{op: op, w: w, a: sub(w), b: sub(w), set: drawSet(t, testSets, rapid.IntRange(0, 1).Draw(t, "depth"))}
	case OpF80Eq, OpF80Lt, OpF80Le:
		return &term{op: op, w: w, a: drawLong(t, depth-1), b: drawLong(t, depth-1)}
	case OpF80Exp, OpF80Mant, OpF80ToF, OpF80ToSI, OpF80ToUI:
		return &term{op: op, w: w, a: drawLong(t, depth-1)}
	case OpNot, OpFNeg, OpFSqrt:
		return &term{op: op, w: w, a: sub(w)}
	case OpIte:
		return &term{op: op, w: w, a: sub(1), b: sub(w), c: sub(w)}
	case OpEq, OpULt, OpSLt:
		n := rapid.SampledFrom(widths).Draw(t, "w")
		return &term{op: op, w: 1, a: sub(n), b: sub(n)}
	case OpFEq, OpFLt, OpFLe:
		n := rapid.SampledFrom([]uint{32, 64}).Draw(t, "w")
		return &term{op: op, w: 1, a: sub(n), b: sub(n)}
	case OpFCvt, OpFToSI, OpFToUI:
		n := rapid.SampledFrom([]uint{32, 64}).Draw(t, "w")
		return &term{op: op, w: w, a: sub(n)}
	case OpSIToF, OpUIToF:
		return &term{op: op, w: w, a: sub(rapid.SampledFrom(widths).Draw(t, "w"))}
	case OpZExt, OpSExt:
		return &term{op: op, w: w, a: sub(rapid.UintRange(1, w-1).Draw(t, "w"))}
	case OpExtract:
		n := rapid.UintRange(w, 64).Draw(t, "w")
		return &term{op: op, w: w, aux: uint32(rapid.UintRange(0, n-w).Draw(t, "off")), a: sub(n)}
	case OpConcat:
		n := rapid.UintRange(1, w-1).Draw(t, "w")
		return &term{op: op, w: w, a: sub(n), b: sub(w - n)}
	}
	return &term{op: op, w: w, a: sub(w), b: sub(w)}
}

// drawLong draws a long double.
func drawLong(t *rapid.T, depth int) *term {
	depth = max(depth, 0)
	ops := []Op{OpF80FromF, OpF80FromSI, OpF80FromUI, OpF80FromSI, OpF80FromF, OpF80}
	if depth > 0 {
		ops = append(ops, OpF80Add, OpF80Sub, OpF80Mul, OpF80Div)
	}
	switch op := rapid.SampledFrom(ops).Draw(t, "long op"); op {
	case OpF80FromF:
		return &term{op: op, w: LongBits, a: drawTerm(t, rapid.SampledFrom([]uint{32, 64}).Draw(t, "w"), depth)}
	case OpF80FromSI, OpF80FromUI:
		return &term{op: op, w: LongBits, a: drawTerm(t, rapid.SampledFrom(widths).Draw(t, "w"), depth)}
	case OpF80:
		x, flip := drawLong(t, depth-1), rapid.SampledFrom([]uint64{0, 1 << 15, 1}).Draw(t, "flip")
		se := &term{op: OpXor, w: 16, a: &term{op: OpF80Exp, w: 16, a: x}, b: &term{op: OpConst, w: 16, k: flip}}
		return &term{op: op, w: LongBits, a: &term{op: OpF80Mant, w: 64, a: x}, b: se}
	default:
		return &term{op: op, w: LongBits, a: drawLong(t, depth-1), b: drawLong(t, depth-1)}
	}
}

func adapt(t *rapid.T, v *term, w uint) *term {
	switch {
	case v.w > w:
		return &term{op: OpExtract, w: w, a: v}
	case v.w < w && rapid.Bool().Draw(t, "signed"):
		return &term{op: OpSExt, w: w, a: v}
	case v.w < w:
		return &term{op: OpZExt, w: w, a: v}
	}
	return v
}

func drawEnv(t *rapid.T) []uint64 {
	env := make([]uint64, len(testVars))
	for i, v := range testVars {
		if v.signed {
			env[i] = uint64(rapid.Int64Range(v.lo, v.hi).Draw(t, "value")) & mask(v.w)
		} else {
			env[i] = rapid.Uint64Range(uint64(v.lo), uint64(v.hi)).Draw(t, "value")
		}
	}
	return env
}

func TestSimplificationPreservesEval(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := NewBuilder()
		b.SetSets(testSets)
		if rapid.Bool().Draw(t, "few nodes") {
			b.Limits = Limits{Nodes: rapid.IntRange(0, 30).Draw(t, "nodes"), Symbolic: rapid.IntRange(0, 3).Draw(t, "symbolic")}
		}
		care := drawSet(t, testSets, rapid.IntRange(0, 2).Draw(t, "depth"))
		w := rapid.SampledFrom(widths).Draw(t, "w")
		tm := drawTerm(t, w, rapid.IntRange(1, 5).Draw(t, "depth"))
		e := tm.build(b)
		if e.Bits() != w {
			t.Fatalf("%v has %d bits, want %d", e, e.Bits(), w)
		}
		for range 8 {
			env := drawEnv(t)
			want := tm.eval(env)
			option := func(o int) uint64 { return env[o] }
			got := b.Eval(e, option)
			if got != want {
				t.Fatalf("%v\nunder %v is %d, want %d", e, env, got, want)
			}
			checkBounds(t, b, e, option)
			if r := b.Restrict(e, care); testSets.Contains(care, configuration(env)) && b.Eval(r, option) != want {
				t.Fatalf("%v\nunder %v is %d, but restricted to %v, where that is, %v", e, env, want, testSets.String(care), r)
			}
		}
		if tm.build(b) != e {
			t.Fatalf("built twice, %v differs", e)
		}
		again, err := b.Parse(e.String())
		if err != nil {
			t.Fatal(err)
		}
		env := drawEnv(t)
		option := func(o int) uint64 { return env[o] }
		if b.Eval(again, option) != b.Eval(e, option) {
			t.Fatalf("%v\nread back is %v", e, again)
		}
		known := b.Substitute(e, func(o int) (uint64, bool) { return env[o], true })
		if !known.IsConst() || known.Const() != b.Eval(e, option) {
			t.Fatalf("%v\nwith all options known is %v", e, known)
		}
	})
}

// checkBounds checks what is known about each node of e against its value.
func checkBounds(t *rapid.T, b *Builder, e *Expr, option func(int) uint64) {
	if e.Bits() == LongBits {
		for i := range e.Args() {
			checkBounds(t, b, e.Arg(i), option)
		}
		return
	}
	v := b.Eval(e, option)
	s := signed(v, e.Bits())
	if v < e.umin || v > e.umax || s < e.smin || s > e.smax || v&e.zero != 0 || ^v&e.one != 0 {
		t.Fatalf("%v is %d (%d), but bounds are %d..%d, %d..%d, zeros %#x, ones %#x",
			e, v, s, e.umin, e.umax, e.smin, e.smax, e.zero, e.one)
	}
	for i := range e.Args() {
		checkBounds(t, b, e.Arg(i), option)
	}
}
