package expr

import "testing"

// FuzzParse checks that text is an error or an expression whose text reads back as one that has the same value.
func FuzzParse(f *testing.F) {
	for _, s := range []string{
		"(add #1=(mul o0:32 o1:32[0..1,0..1]) #1)", "(extract:8 16 o3:32)", "(ite (ult o0:8 3:8) 1:16 2:16)",
		"(concat o1:8 o2:8)", "(ftosi:32 (fadd (sitof:64 o0:32) 4607182418800017408:64))", "(not", "#1", "(feq 1:8 o1:8)",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		b := NewBuilder()
		e, err := b.Parse(text)
		if err != nil {
			return
		}
		back, err := b.Parse(e.String())
		if err != nil {
			t.Fatalf("%q is %v, which cannot be read back: %v", text, e, err)
		}
		env := func(o int) uint64 { return uint64(o) * 0x9E3779B97F4A7C15 }
		if free(e) && b.Eval(e, env) != b.Eval(back, env) {
			t.Fatalf("%q is %v, which reads back as %v", text, e, back)
		}
	})
}

// free reports whether no variable of e has bounds.
func free(e *Expr) bool {
	if e.op == OpVar {
		w := e.Bits()
		return e.umin == 0 && e.umax == mask(w) && e.smin == minSigned(w) && e.smax == maxSigned(w)
	}
	for i := range e.Args() {
		if !free(e.Arg(i)) {
			return false
		}
	}
	return true
}
