package ir

import (
	"strings"
	"testing"
)

// TestVerifyFinds checks that each kind of mistake is found and its place named.
func TestVerifyFinds(t *testing.T) {
	body := func(s string) string { return "func f params 1 result 4 regs 6\n" + s }
	tests := []struct{ name, text, want string }{
		{"no terminator", body("b0:\n  r1 = const 1\n"), "func f: block 0: terminator: no terminator"},
		{"successor", body("b0:\n  jump b7 !1:4:2\n"), "block 0: terminator at t.c:4:2: edge to block 7 of 1"},
		{"number of successors", body("b0:\n  jump\n"), "jump with 0 successors, want 1"},
		{"no blocks", body(""), "no blocks"},
		{"register", body("b0:\n  r9 = const 1 !1:3:5\n  return\n"), "block 0: instr 0 (r9 = const 1) at t.c:3:5: register 9 of 6"},
		{"missing operand", body("b0:\n  r1 = add.4 none, r0\n  return\n"), "operand a is missing"},
		{"missing result", body("b0:\n  none = add.4 r0, r0\n  return\n"), "operand dst is missing"},
		{"width", body("b0:\n  r1 = add r0, r0\n  return\n"), "width 0"},
		{"float width", body("b0:\n  r1 = fadd.2 r0, r0\n  return\n"), "width 2"},
		{"extension", body("b0:\n  r1 = zext.4.8 r0\n  return\n"), "extends from 8 bytes to 4"},
		{"truncation", body("b0:\n  r1 = trunc.4.2 r0\n  return\n"), "truncates from 2 bytes to 4"},
		{"immediate", body("b0:\n  r1 = add.1 r0, 256\n  return\n"), "0x100 does not fit 1 bytes"},
		{"local", body("b0:\n  r1 = localaddr 3\n  return\n"), "local 3 of 0"},
		{"label", body("b0:\n  r1 = labeladdr b3\n  return\n"), "block 3 of 1"},
		{"call of an object", "object o size 1 align 1\n" + body("b0:\n  call @o()\n  return\n"), "calls the object o"},
		{"result of nothing", "func f params 1 regs 1\nb0:\n  return r0\n", "operand value is given"},
		{"double case", body("b0:\n  switch.1 r0 1: b0, 1: b0, default: b0\n"), "case 1 twice"},
		{"wide case", body("b0:\n  switch.1 r0 256: b0, default: b0\n"), "case 0x100 does not fit 1 bytes"},
		{"position", body("b0:\n  return !7:1:1\n"), "position in file 7 of 2"},
		{"line mark", body("b0:\n  line\n  return\n"), "line mark without a line"},
		{"assigned nowhere", body("b0:\n  return r1\n"), "register 1 is used, but assigned nowhere"},
		{
			"assigned on one way", body("b0:\n  branch.4 r0 ? b1 : b2\nb1:\n  r1 = const 1\n  jump b2\nb2:\n  return r1\n"),
			"block 2: terminator: register 1 is not assigned on every way to here",
		},
		{"wide operand", body("b0:\n  r1 = const.8 0x100000000\n  return r1\n"), "operand value (register 1) has 8 bytes, the operation 4"},
		{
			"wide operand through a move", body("b0:\n  r1 = load.4 r0\n  r2 = mov r1\n  r3 = neg.1 r2\n  return\n"),
			"operand a (register 2) has 4 bytes, the operation 1",
		},
		{"hidden without region", body("b0:\n  jump b1\nb1: hidden\n  return\n"), "block 1: hidden, but in no logical region"},
		{
			"region with a visible block", body("b0:\n  branch.4 r0 ? b1 : b2 join b2\nb1:\n  jump b2\nb2:\n  return\n"),
			"the way to join 2 leads through block 1, which is not hidden",
		},
		{
			"region that ends", body("b0:\n  branch.4 r0 ? b1 : b2 join b2\nb1: hidden\n  return\nb2:\n  return\n"),
			"the way to join 2 ends in block 1",
		},
		{
			"region with a loop", body("b0:\n  branch.4 r0 ? b1 : b2 join b2\nb1: hidden\n  branch.4 r0 ? b1 : b2\nb2:\n  return\n"),
			"the region to join 2 has a loop",
		},
		{
			"region entered from outside",
			body("b0:\n  branch.4 r0 ? b1 : b3\nb1:\n  branch.4 r0 ? b2 : b3 join b3\nb2: hidden\n  jump b3\nb3:\n  return\n"),
			"join 3 is entered from block 0 outside the region",
		},
		{"kind", "object o\n", "kind and definition disagree"},
		{"name twice", "object o size 1 align 1\nobject o size 1 align 1\n", "symbol 0 has the same name"},
		{"alias", "alias a = b func\n", "alias of b, which the unit does not define"},
		{"aliases in a circle", "alias a = b func\nalias b = a func\n", "alias of b, which the unit does not define"},
		{"alignment", "object o size 1 align 3\n", "alignment 3"},
		{"initialiser", "object o size 1 align 1\ninit \"abc\"\n", "3 initial bytes in an object of 1"},
		{"relocation outside", "object o size 12 align 8\nreloc 8 @o\n", "relocation 0: offset 8 of 12"},
		{"relocation order", "object o size 16 align 8\nreloc 8 @o\nreloc 0 @o\n", "relocation 1: not sorted"},
	}
	for _, test := range tests {
		u, err := ParseUnit(test.name, "unit \"t.c\"\nfile \"t.c\" subject\n"+test.text)
		if err != nil {
			t.Error(err)
			continue
		}
		if err := Verify(u); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v, want %s", test.name, err, test.want)
		}
	}
}

// TestVerifyAbsent checks that fields that an operation does not use must be absent, and that Normalize makes them so.
func TestVerifyAbsent(t *testing.T) {
	in := Instr{Op: OpConst, Dst: 0} // A, B, C are register 0, Sym is symbol 0
	f := &Func{Name: "f", Regs: 1, Blocks: []*Block{{Instrs: []Instr{in}, Term: Term{Kind: TermReturn, Value: NoReg}}}}
	u := &Unit{Name: "t.c", Files: []File{{}}, Symbols: []Symbol{{Name: "f", Kind: SymFunc, Func: f}}}
	err := Verify(u)
	for _, want := range []string{"operand a is given", "operand b is given", "operand c is given", "symbol 0 is given"} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
	f.Blocks[0].Instrs[0].Normalize()
	if err := Verify(u); err != nil {
		t.Error(err)
	}
}

// TestVerifyAccepts checks regions that are nested, chained or share a join.
func TestVerifyAccepts(t *testing.T) {
	for _, body := range []string{
		"b0:\n  branch.4 r0 ? b1 : b3 join b3\nb1: hidden\n  branch.4 r0 ? b2 : b3 join b3\nb2: hidden\n  jump b3\nb3:\n  return\n",
		"b0:\n  branch.4 r0 ? b1 : b2 join b2\nb1: hidden\n  jump b2\nb2: hidden\n" +
			"  branch.4 r0 ? b3 : b4 join b4\nb3: hidden\n  jump b4\nb4:\n  return\n",
		"b0:\n  branch.4 r0 ? b1 : b4 join b4\nb1: hidden\n  branch.4 r0 ? b2 : b3\n" +
			"b2: hidden\n  jump b4\nb3: hidden\n  jump b4\nb4:\n  return\n",
	} {
		parseUnit(t, "t.c", "unit \"t.c\"\nfunc f params 1 regs 1\n"+body)
	}
}
