package crosscheck

// This file makes versions of a program: those in which its global integers are symbolic (Kapus and Cadar, section II.B).
//
// Where a global is to keep its initial value v, the conditions are those of the paper's Table I, one of
//
//	lt        not x < v, and not x > v
//	le        x <= v, and x >= v
//	range     in an interval around v, and none of its other values
//	divisors  divisible by each prime power of v, more than 1 and at most v
//
// In merge mode options choose whether some of the globals have other values, so that ways part and meet again at once, with choices between values.
//
// A configuration for which one of them fails exits silently, with status Silent. The fourth is for
// values from 2 to divisorLimit; others are constrained by the second, which a comment in the program says.

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/confcov/confcov/subjects/confspace"
)

// Silent is the exit status of paths that are none of the program's own.
const Silent = 111

// divisorLimit bounds the values that are constrained by divisors.
const divisorLimit = 1 << 16

// Constrainer is how a global is constrained to its initial value.
type Constrainer uint8

const (
	Less Constrainer = iota + 1
	AtMost
	Range
	Divisors
)

var constrainerNames = [...]string{Less: "lt", AtMost: "le", Range: "range", Divisors: "divisors"}

// Constrainers returns all constrainers in order.
func Constrainers() []Constrainer { return []Constrainer{Less, AtMost, Range, Divisors} }

// String returns the name; "" of the zero value.
func (c Constrainer) String() string { return constrainerNames[c] }

// ParseConstrainer returns the constrainer of that name.
func ParseConstrainer(name string) (Constrainer, error) {
	for _, c := range Constrainers() {
		if c.String() == name {
			return c, nil
		}
	}
	return 0, fmt.Errorf("unknown constrainer %q: want lt, le, range or divisors", name)
}

// Global is a global integer of a program that is made symbolic.
type Global struct {
	Name   string // as C refers to it; it may be an element or member
	Bits   uint8
	Signed bool
	Value  int64 // initial; the bit pattern if unsigned
	free   bool  // in merge mode: an option is its value, rather than whether it is another one
}

// In merge mode at most maxVaried globals have options, fewer than minVaried more than one.
const (
	maxVaried = 7
	minVaried = 4
)

// varied returns the globals that have options in merge mode, in random order. Rarely one may have any value.
func varied(globals []Global, r *rand.Rand) []Global {
	globals = slices.Clone(globals)
	r.Shuffle(len(globals), func(i, j int) { globals[i], globals[j] = globals[j], globals[i] })
	globals = globals[:min(len(globals), maxVaried)]
	if len(globals) > 0 {
		globals[0].free = r.IntN(4) == 0
	}
	return globals
}

// other returns a value that the global does not have initially.
func (g *Global) other(r *rand.Rand) int64 {
	for {
		v := []int64{g.Value + 1, g.Value - 1, g.Value ^ 1<<r.IntN(int(g.Bits)), -g.Value, 0, int64(r.Uint64())}[r.IntN(6)]
		if v = g.domain().Normalize(v); v != g.Value {
			return v
		}
	}
}

// option returns the name of the global's option, which says its type and its initial value: a version needs nothing beside its text.
func (g *Global) option() string {
	sign := "u"
	if g.Signed {
		sign = "s"
	}
	return fmt.Sprintf("%s_%s%d_%x", strings.Trim(notWord.ReplaceAllString(g.Name, "_"), "_"), sign, g.Bits, g.bits(g.Value))
}

// domain returns the values that the global can have.
func (g *Global) domain() confspace.Domain {
	return confspace.Domain{Kind: confspace.DomainAny, Bits: g.Bits, Signed: g.Signed}
}

var (
	globalLine = regexp.MustCompile(`(?m)^(?:static\s+)?(?:volatile\s+)?((?:unsigned|signed|char|short|int|long|u?int(?:8|16|32|64)_t)(?:\s+(?:char|short|int|long))*)\s+(?:volatile\s+)?(\w+)\s*=\s*([^,{}";]+);`)
	madeLine   = regexp.MustCompile(`confcov_make_symbolic\s*\(\s*(?:\(void \*\)\s*)?&\s*[\w.\[\]]+\s*,\s*\d+\s*,\s*"(\w+_([us])(8|16|32|64)_([0-9a-f]+))"\s*\)`)
	askedLine  = regexp.MustCompile(`confcov_symbolic_(int|bool)\s*\(\s*"(\w+)"\s*\)`)
	mainLine   = regexp.MustCompile(`(?m)^(?:int\s+|void\s+)?main\s*\([^)]*\)\s*\{`)
	endLine    = regexp.MustCompile(`(?m)^ *platform_main_end\(`)
	notWord    = regexp.MustCompile(`\W+`)
	number     = regexp.MustCompile(`^\(*\s*(-?)\s*(0[xX][0-9a-fA-F]+|\d+)[uUlL]*\s*\)*$`)
)

var typeSizes = map[string]struct {
	bits   uint8
	signed bool
}{
	"int8_t": {8, true}, "int16_t": {16, true}, "int32_t": {32, true}, "int64_t": {64, true},
	"uint8_t": {8, false}, "uint16_t": {16, false}, "uint32_t": {32, false}, "uint64_t": {64, false},
	"char": {8, true}, "short": {16, true}, "int": {32, true}, "long": {64, true}, "long long": {64, true},
	"signed char": {8, true}, "unsigned char": {8, false}, "unsigned short": {16, false},
	"unsigned": {32, false}, "unsigned int": {32, false}, "unsigned long": {64, false}, "unsigned long long": {64, false},
}

// runtimeGlobals are those of Csmith's own header.
var runtimeGlobals = map[string]bool{"csmith_sink_": true, "__undefined": true, "crc32_context": true}

// Globals returns the global integers of a program that are not constant and have a number as initial value.
func Globals(program []byte) []Global {
	var gs []Global
	for _, m := range globalLine.FindAllSubmatch(program, -1) {
		t, ok := typeSizes[strings.Join(strings.Fields(string(m[1])), " ")]
		n := number.FindSubmatch(bytes.TrimSpace(m[3]))
		if !ok || n == nil || runtimeGlobals[string(m[2])] {
			continue
		}
		v, err := strconv.ParseUint(string(n[2]), 0, 64)
		if err != nil {
			continue
		}
		if len(n[1]) > 0 {
			v = -v
		}
		g := Global{Name: string(m[2]), Bits: t.bits, Signed: t.signed}
		g.Value = g.domain().Normalize(int64(v))
		gs = append(gs, g)
	}
	return gs
}

// SpaceOf returns the options that a program asks for.
func SpaceOf(program []byte) *confspace.Space {
	space := &confspace.Space{}
	seen := map[string]bool{}
	add := func(name string, d confspace.Domain) {
		if !seen[name] {
			seen[name] = true
			space.Options = append(space.Options, confspace.Option{Name: name, Domain: d})
		}
	}
	for _, m := range madeLine.FindAllSubmatch(program, -1) {
		bits, _ := strconv.Atoi(string(m[3]))
		add(string(m[1]), confspace.Domain{Kind: confspace.DomainAny, Bits: uint8(bits), Signed: string(m[2]) == "s"})
	}
	for _, m := range askedLine.FindAllSubmatch(program, -1) {
		if string(m[1]) == "bool" {
			add(string(m[2]), confspace.Bool())
		} else {
			add(string(m[2]), confspace.Domain{Kind: confspace.DomainAny, Bits: 64, Signed: true})
		}
	}
	return space
}

// asksItself reports whether a program asks for options.
func asksItself(program []byte) bool { return madeLine.Match(program) || askedLine.Match(program) }

// Version returns the version of a program of Csmith's for a mode, and the values that its options have natively. A program that
// asks for options itself is its own version.
func Version(program []byte, mode Mode, c Constrainer, r *rand.Rand) ([]byte, map[string]int64, error) {
	if mode == Concrete || asksItself(program) {
		return program, initialValues(program), nil
	}
	main := mainLine.FindIndex(program)
	if main == nil {
		return nil, nil, fmt.Errorf("the program has no function main at the beginning of a line")
	}
	var start, end bytes.Buffer
	start.WriteString("void confcov_make_symbolic(void *, unsigned long, const char *);\nint confcov_symbolic_bool(const char *);\nvoid _exit(int);\n\nstatic void confcov_symbolic(void)\n{\n")
	globals := Globals(program[:main[0]])
	if mode == Merging {
		globals = varied(globals, r)
	}
	values := symbolic(&start, &end, globals, mode, c, r, "_exit", "printf")
	start.WriteString("}\n\n")
	var out bytes.Buffer
	out.Write(program[:main[0]])
	out.Write(start.Bytes())
	out.Write(program[main[0]:main[1]])
	out.WriteString("\n    confcov_symbolic();")
	rest := program[main[1]:]
	for i := range globals {
		if mode == Merging && !globals[i].free {
			continue
		}
		name := globals[i].Name
		rest = bytes.Replace(rest, []byte("transparent_crc("+name+", \""+name+"\", print_hash_value);"), nil, 1)
	}
	if at := endLine.FindIndex(rest); at != nil {
		out.Write(rest[:at[0]])
		out.Write(end.Bytes())
		rest = rest[at[0]:]
	}
	out.Write(rest)
	return out.Bytes(), values, nil
}

// symbolic writes to start what makes globals symbolic, and to end what prints them; exit and print are the functions that this calls. It returns
// the values that the options have natively.
func symbolic(start, end *bytes.Buffer, globals []Global, mode Mode, c Constrainer, r *rand.Rand, exit, print string) map[string]int64 {
	values := map[string]int64{}
	for i := range globals {
		g := &globals[i]
		if mode == Merging && !g.free {
			for n := range 1 + minVaried/len(globals) {
				name := fmt.Sprintf("%s_other%d", g.option(), n)
				values[name] = 0
				fmt.Fprintf(start, "    if (confcov_symbolic_bool(\"%s\")) %s = %s;\n", name, g.Name, g.literal(g.other(r)))
			}
		} else {
			values[g.option()] = g.Value
			fmt.Fprintf(start, "    confcov_make_symbolic((void *)&%s, %d, \"%s\");\n", g.Name, g.Bits/8, g.option())
		}
		if mode == SinglePath {
			g.constrain(start, c, r, exit)
		}
		// All digits of a fixed width: each length of a decimal would be a path of its own.
		fmt.Fprintf(end, "    %s(\"%s = %%016llx\\n\", (unsigned long long)%s);\n", print, g.Name, g.Name)
	}
	return values
}

// initialValues returns the values that the names of a version's options say; 0 for others.
func initialValues(program []byte) map[string]int64 {
	values := map[string]int64{}
	space := SpaceOf(program)
	for i := range space.Options {
		values[space.Options[i].Name] = 0
	}
	for _, m := range madeLine.FindAllSubmatch(program, -1) {
		if v, err := strconv.ParseUint(string(m[4]), 16, 64); err == nil {
			i := space.Index(string(m[1]))
			values[string(m[1])] = space.Options[i].Domain.Normalize(int64(v))
		}
	}
	return values
}

// literal returns a value as C text of the global's type.
func (g *Global) literal(v int64) string {
	sign := map[bool]string{true: "signed", false: "unsigned"}[g.Signed]
	t := map[uint8]string{8: "char", 16: "short", 32: "int", 64: "long"}[g.Bits]
	return fmt.Sprintf("(%s %s)%#x", sign, t, g.bits(v))
}

// bits returns a value as the bits of the global's type.
func (g *Global) bits(v int64) uint64 { return uint64(v) << (64 - g.Bits) >> (64 - g.Bits) }

// constrain writes the conditions under which the program goes on; exit is the function that ends it otherwise.
func (g *Global) constrain(w *bytes.Buffer, c Constrainer, r *rand.Rand, exit string) {
	unless := func(format string, args ...any) {
		fmt.Fprintf(w, "    if ("+format+") %s(%d);\n", append(args, exit, Silent)...)
	}
	v := g.literal(g.Value)
	if c == Divisors && (uint64(g.Value) < 2 || uint64(g.Value) > divisorLimit) {
		fmt.Fprintf(w, "    /* %s has no use of divisors: */\n", v)
		c = AtMost
	}
	switch c {
	case Less:
		unless("%s < %s", g.Name, v)
		unless("%s > %s", g.Name, v)
	case AtMost:
		unless("!(%s <= %s)", g.Name, v)
		unless("!(%s >= %s)", g.Name, v)
	case Range:
		low, high := g.domain().Limits()
		below, above := g.Value, g.Value
		for n := r.IntN(4); n > 0 && below != low; n-- {
			below--
		}
		for n := r.IntN(4); n > 0 && above != high; n-- {
			above++
		}
		unless("%s < %s", g.Name, g.literal(below))
		unless("%s > %s", g.Name, g.literal(above))
		for x := below; ; x++ {
			if x != g.Value {
				unless("%s == %s", g.Name, g.literal(x))
			}
			if x == above {
				break
			}
		}
	case Divisors:
		for _, q := range primePowers(uint64(g.Value)) {
			unless("%s %% %d != 0", g.Name, q)
		}
		unless("%s <= 1", g.Name)
		unless("%s > %s", g.Name, v)
	}
}

// primePowers returns the greatest powers of primes that divide n.
func primePowers(n uint64) []uint64 {
	var out []uint64
	for p := uint64(2); n > 1; p++ {
		if p*p > n {
			p = n
		}
		q := uint64(1)
		for n%p == 0 {
			n, q = n/p, q*p
		}
		if q > 1 {
			out = append(out, q)
		}
	}
	return out
}
