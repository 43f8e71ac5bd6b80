package ir

import (
	"math/rand"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// fn returns the text of a function that calls the symbols.
func fn(head string, calls ...string) string {
	s := "func " + head + " params 0 regs 1 !1:1:1\nb0:\n"
	for _, c := range calls {
		s += "  call @" + c + "() !1:2:3\n"
	}
	return s + "  return\n"
}

// unitOf parses a unit made of a file and parts.
func unitOf(t testing.TB, name string, parts ...string) *Unit {
	t.Helper()
	return parseUnit(t, name, "unit \""+name+"\"\nfile \""+name+"\" subject\n"+strings.Join(parts, "\n"))
}

// link links, verifies the program and checks that the units are unchanged.
func link(t testing.TB, main, archive []*Unit, opts LinkOptions) *Program {
	t.Helper()
	all := slices.Concat(main, archive)
	var before []string
	for _, u := range all {
		before = append(before, u.String())
	}
	p, err := Link(main, archive, opts)
	if err != nil {
		t.Fatal(err)
	}
	if err := VerifyProgram(p); err != nil {
		t.Fatal(err)
	}
	Number(p, CountGraph|CountConditions)
	for i, u := range all {
		if diff := cmp.Diff(before[i], u.String()); diff != "" {
			t.Errorf("linking changed %s: %s", u.Name, diff)
		}
	}
	return p
}

// symbolNames returns "name" or "name(kind)" of each symbol.
func symbolNames(p *Program) string {
	var s []string
	for i := range p.Symbols {
		name := p.Symbols[i].Name
		if k := p.Symbols[i].Kind; k == SymIntrinsic {
			name += "*"
		}
		s = append(s, name)
	}
	return strings.Join(s, " ")
}

func TestLinkTakesWhatIsNeeded(t *testing.T) {
	main := []*Unit{unitOf(t, "main.c", fn("main", "f"), fn("helper static"), "undefined f", "undefined unused")}
	archive := []*Unit{
		unitOf(t, "g.c", fn("g", "malloc"), fn("other", "nowhere"), "undefined malloc", "undefined nowhere"),
		unitOf(t, "f.c", fn("f", "g", "opt"), "undefined g", "undefined opt weak"),
		unitOf(t, "opt.c", fn("opt")),
		unitOf(t, "malloc.c", fn("malloc", "brk"), "undefined brk"),
	}
	opts := LinkOptions{Entry: "main", Intrinsic: func(n string) bool { return n == "malloc" || n == "syscall" }}
	p := link(t, main, archive, opts)
	if got, want := symbolNames(p), "main helper f g malloc*"; got != want {
		t.Errorf("symbols %s, want %s", got, want)
	}
	f, _ := p.Lookup("f")
	if got := p.Symbols[f].Func.Blocks[0].Instrs; len(got) != 3 || got[2].Sym != -1 || got[2].A != 1 || got[1].Op != OpConst {
		t.Errorf("the call of a weak undefined function is not one of address 0: %v", got)
	}
	opts.Keep = []string{"opt"}
	p = link(t, main, archive, opts)
	if got, want := symbolNames(p), "main helper f g opt malloc*"; got != want {
		t.Errorf("with opt kept: symbols %s, want %s", got, want)
	}
	text := p.String()
	for range 5 {
		rand.Shuffle(len(archive), func(i, j int) { archive[i], archive[j] = archive[j], archive[i] })
		if diff := cmp.Diff(text, link(t, main, archive, opts).String()); diff != "" {
			t.Errorf("the order of the archive matters: %s", diff)
		}
	}
}

func TestLinkChoosesDefinitions(t *testing.T) {
	main := []*Unit{
		unitOf(t, "a.c", fn("main", "f", "g", "w"), fn("f weak", "mark_weak"), "undefined mark_weak weak",
			"alias keepf = f func", "undefined g", "object c common size 4 align 4", fn("w weak"), fn("user", "keepf")),
		unitOf(t, "b.c", fn("f"), fn("s static"), "alias g = s func weak", "object c common size 16 align 8",
			fn("h", "c2"), fn("c2 static")),
		unitOf(t, "c.c", fn("s static"), "object d size 8 align 8\nreloc 0 @c + 4", "undefined c"),
	}
	p := link(t, main, nil, LinkOptions{Entry: "main"})
	if got, want := symbolNames(p), "main f c w user f s h c2 s d"; got != want {
		t.Errorf("symbols %s, want %s", got, want)
	}
	c, _ := p.Lookup("c")
	if g := p.Symbols[c].Global; g.Size != 16 || g.Align != 8 {
		t.Errorf("tentative definitions: %+v", g)
	}
	f, _ := p.Lookup("f")
	keepf, _ := p.Lookup("keepf")
	if f == keepf || p.Symbols[f].Weak || !p.Symbols[keepf].Weak || !p.Symbols[keepf].Static {
		t.Errorf("f is %d (weak %v); keepf is %d (weak %v): the alias keeps the definition of its unit",
			f, p.Symbols[f].Weak, keepf, p.Symbols[keepf].Weak)
	}
	g, _ := p.Lookup("g")
	if s := &p.Symbols[g]; s.Name != "s" || p.Files[s.Pos.File].Name != "b.c" {
		t.Errorf("g is %s", s.Name)
	}
	m := p.Symbols[p.Entry].Func.Blocks[0].Instrs
	if m[0].Sym != f || m[1].Sym != g {
		t.Errorf("main calls %d and %d, want %d and %d", m[0].Sym, m[1].Sym, f, g)
	}
}

func TestLinkErrors(t *testing.T) {
	a := unitOf(t, "a.c", fn("main", "x", "y"), "undefined x", "undefined y")
	b := unitOf(t, "b.c", fn("main"), fn("x", "y"), "undefined y")
	if _, err := Link([]*Unit{a, b}, nil, LinkOptions{Entry: "main"}); err == nil ||
		err.Error() != "b.c:1:1: main is already defined at a.c:1:1" {
		t.Errorf("two definitions: %v", err)
	}
	if _, err := Link([]*Unit{a}, nil, LinkOptions{Entry: "main"}); err == nil ||
		err.Error() != "a.c:2:3: undefined: x\na.c:2:3: undefined: y" {
		t.Errorf("undefined symbols: %v", err)
	}
	c := unitOf(t, "c.c", fn("f"))
	if _, err := Link([]*Unit{c}, nil, LinkOptions{Entry: "main"}); err == nil || !strings.Contains(err.Error(), "start function main") {
		t.Errorf("no start function: %v", err)
	}
}

func TestLinkOverride(t *testing.T) {
	a := unitOf(t, "a.c", fn("main", "fork"), "undefined fork")
	b := unitOf(t, "b.c", fn("my_fork"))
	p := link(t, []*Unit{a}, []*Unit{b}, LinkOptions{Entry: "main", Override: map[string]string{"fork": "my_fork"}})
	if got, want := symbolNames(p), "main my_fork"; got != want {
		t.Errorf("symbols %s, want %s", got, want)
	}
}
