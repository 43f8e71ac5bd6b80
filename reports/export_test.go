package reports

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"io"
	"math/rand/v2"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/confcov/confcov/coverage"
	"github.com/confcov/confcov/explore/need"
	"github.com/confcov/confcov/explore/path"
	"github.com/confcov/confcov/subjects/confspace"
)

// tracefileStudy is of one test, which covers line 2 and, of the conditions of its statement, one, evaluated both ways.
func tracefileStudy(t *testing.T) *Study {
	t.Helper()
	sets, u := confspace.NewSets(&confspace.Space{}), &coverage.Universe{}
	for _, line := range []uint32{2, 5} {
		u.Add(coverage.Element{Criterion: coverage.Line, File: "dir/a.c", Line: line, Func: "f"})
	}
	for _, d := range []string{"true", "false", "true (2)", "false (2)"} {
		u.Add(coverage.Element{Criterion: coverage.Outcome, File: "dir/a.c", Line: 3, Col: 3, Func: "f", Detail: d})
	}
	run := &path.Run{Subject: path.Subject{Name: "p"}, Finished: true}
	s, err := memoryStudy(t, sets, u, run, []*path.Test{exitsOf(t, sets, u, "t", path.Both, "true", []int{0, 2, 3})}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestLcov: conditions at one place are different ones, and those on a later line of a statement belong to its first line. Of a
// condition that is never evaluated it is not said that its outcomes were not taken.
func TestLcov(t *testing.T) {
	var b bytes.Buffer
	if err := tracefileStudy(t).Lcov(&b, "/src"); err != nil {
		t.Fatal(err)
	}
	const want = `TN:p
SF:/src/dir/a.c
FN:2,f
FNDA:1,f
FNF:1
FNH:1
BRDA:2,0,0,1
BRDA:2,0,1,1
BRDA:2,1,0,-
BRDA:2,1,1,-
BRF:4
BRH:2
DA:2,1
DA:5,0
LF:2
LH:1
end_of_record
`
	if b.String() != want {
		t.Errorf("%s\nwant\n%s", b.String(), want)
	}
}

// TestCobertura: the sums are those of the tables, and what covers less than everything does not have rate 1.
func TestCobertura(t *testing.T) {
	var b bytes.Buffer
	if err := tracefileStudy(t).Cobertura(&b, "/src"); err != nil {
		t.Fatal(err)
	}
	golden(t, "cobertura.xml", b.Bytes())
	var r coberturaReport
	if err := xml.Unmarshal(b.Bytes(), &r); err != nil {
		t.Fatal(err)
	}
	if r.LinesValid != 2 || r.LinesCovered != 1 || r.BranchesValid != 4 || r.BranchesCovered != 2 {
		t.Errorf("%+v", r)
	}
	if got := rate(99999, 100000); got != "0.9999" {
		t.Errorf("rate(99999, 100000) = %s", got)
	}
	if got := commentText("a---b"); got != "a- - -b" {
		t.Errorf("commentText: %q", got)
	}
}

// coberturaForm is what coverage-04.dtd says of an element: its children, as a regular expression over their names, and the attributes that it must have.
var coberturaForm = map[string]struct{ children, attributes string }{
	"coverage":   {"(sources )?packages ", "line-rate branch-rate lines-covered lines-valid branches-covered branches-valid complexity version timestamp"},
	"sources":    {"(source )*", ""},
	"source":     {"", ""},
	"packages":   {"(package )*", ""},
	"package":    {"classes ", "name line-rate branch-rate complexity"},
	"classes":    {"(class )*", ""},
	"class":      {"methods lines ", "name filename line-rate branch-rate complexity"},
	"methods":    {"(method )*", ""},
	"method":     {"lines ", "name signature line-rate branch-rate complexity"},
	"lines":      {"(line )*", ""},
	"line":       {"(conditions )*", "number hits"},
	"conditions": {"(condition )*", ""},
	"condition":  {"", "number type coverage"},
}

// TestCoberturaForm: every element has the children and the attributes that the format asks for, also where there is nothing to count.
func TestCoberturaForm(t *testing.T) {
	for _, s := range []*Study{tracefileStudy(t), emptyStudy(t)} {
		var b bytes.Buffer
		if err := s.Cobertura(&b, "/src"); err != nil {
			t.Fatal(err)
		}
		var open []string     // the elements around
		var children []string // of each of them
		d := xml.NewDecoder(&b)
		for {
			token, err := d.Token()
			if err == io.EOF {
				break
			}
			if err != nil {
				t.Fatal(err)
			}
			switch e := token.(type) {
			case xml.StartElement:
				name := e.Name.Local
				if n := len(children); n > 0 {
					children[n-1] += name + " "
				}
				open, children = append(open, name), append(children, "")
				for a := range strings.FieldsSeq(coberturaForm[name].attributes) {
					if !slices.ContainsFunc(e.Attr, func(x xml.Attr) bool { return x.Name.Local == a }) {
						t.Errorf("%v: no attribute %s", open, a)
					}
				}
			case xml.EndElement:
				n := len(open) - 1
				form, ok := coberturaForm[open[n]]
				if !ok || !regexp.MustCompile("^"+form.children+"$").MatchString(children[n]) {
					t.Errorf("%v: children %s, want %s", open, children[n], form.children)
				}
				open, children = open[:n], children[:n]
			}
		}
	}
}

// emptyStudy is of a program without elements.
func emptyStudy(t *testing.T) *Study {
	t.Helper()
	sets, u := confspace.NewSets(&confspace.Space{}), &coverage.Universe{}
	run := &path.Run{Subject: path.Subject{Name: "p"}, Finished: true}
	s, err := memoryStudy(t, sets, u, run, []*path.Test{exitsOf(t, sets, u, "t", path.Both, "true", []int{})}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// exportSpace has an option of every kind of domain.
func exportSpace() *confspace.Space {
	domain := func(text string, bits uint8, signed bool) confspace.Domain {
		d, err := confspace.ParseDomain(text, bits, signed)
		if err != nil {
			panic(err)
		}
		return d
	}
	return &confspace.Space{Options: []confspace.Option{
		{Name: "flag", Domain: confspace.Bool()},
		{Name: "list", Domain: domain("-3,0,7,9", 32, true)},
		{Name: "small|odd", Domain: domain("-10..1000", 16, true)},
		{Name: "int", Domain: domain("any", 32, true)},
		{Name: "wide", Domain: domain("any", 64, false)},
		{Name: "text", Domain: confspace.StringDomain(true, "", "/etc/banner")},
	}}
}

// drawSet makes a set of a few operations on sets of all kinds.
func drawSet(rng *rand.Rand, m *confspace.Sets) confspace.Set {
	s := confspace.Empty
	for range 1 + rng.IntN(5) {
		o := rng.IntN(len(m.Space().Options))
		d := m.Space().Options[o].Domain
		var x confspace.Set
		switch v := drawValue(rng, d); rng.IntN(5) {
		case 0:
			x = m.Bit(o, rng.IntN(m.Bits(o)))
		case 1:
			x = m.AtMost(o, v)
		case 2:
			x = m.Setting(o, v)
		case 3:
			if d.Kind == confspace.DomainAny {
				x = m.Remainder(o, 7, int64(rng.IntN(7)))
			} else {
				x = m.Not(m.Setting(o, v))
			}
		default:
			x = m.Less(o, v)
		}
		switch rng.IntN(3) {
		case 0:
			s = m.Or(s, x)
		case 1:
			s = m.Ite(x, m.Not(s), s)
		default:
			s = m.Diff(x, s)
		}
	}
	return m.And(s, m.Domain())
}

func drawValue(rng *rand.Rand, d confspace.Domain) int64 {
	switch {
	case d.Kind == confspace.DomainList:
		return d.Values[rng.IntN(len(d.Values))]
	case d.Kind != confspace.DomainAny:
		lo, hi := d.Bounds()
		return lo + rng.Int64N(hi-lo+1)
	case rng.IntN(2) == 0:
		return d.Normalize(int64(rng.IntN(40) - 20))
	}
	return d.Normalize(int64(rng.Uint64()))
}

// exportStudy has a line for each of n random sets.
func exportStudy(t *testing.T, rng *rand.Rand, n int) *Study {
	t.Helper()
	m, u := confspace.NewSets(exportSpace()), &coverage.Universe{}
	for i := range n {
		u.Add(coverage.Element{Criterion: coverage.Line, File: "a.c", Line: uint32(i + 1), Func: "f"})
	}
	l := path.Merged.Layout(u)
	test := &path.Test{Name: "t", Mode: path.Merged, Sets: m, Paths: []path.Path{{Condition: confspace.Full, Covered: coverage.NewBits(l), End: path.Termination{Kind: path.Exit}}}}
	for i := range n {
		p := path.Path{Condition: drawSet(rng, m), Covered: coverage.NewBits(l), End: path.Termination{Kind: path.Exit}}
		p.Covered[i>>6] |= 1 << (i & 63)
		test.Paths = append(test.Paths, p)
	}
	s, err := memoryStudy(t, m, u, &path.Run{Subject: path.Subject{Name: "random"}, Finished: true}, []*path.Test{test}, Options{NoInter: true})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestConditionsSMT compares definitions with their sets, at random configurations: Z3 evaluates them.
func TestConditionsSMT(t *testing.T) {
	z3 := need.Tool(t, "z3")
	rng := rand.New(rand.NewPCG(1, 1))
	s := exportStudy(t, rng, 30)
	var b bytes.Buffer
	if err := s.ConditionsSMT(&b); err != nil {
		t.Fatal(err)
	}
	lines := s.Result(coverage.Line).Total
	var want []string
	for range 12 {
		c := make(confspace.Configuration, len(s.Space.Options))
		b.WriteString("(push)\n")
		for o := range c {
			d := s.Space.Options[o].Domain
			c[o] = drawValue(rng, d)
			fmt.Fprintf(&b, "(assert (= %s %s))\n", smtSymbol(s.Space.Options[o].Name), smtNumber(d, c[o]))
		}
		for i := range s.Universe.Count(coverage.Line) {
			fmt.Fprintf(&b, "(push)\n(assert |line a.c:%d|)\n(check-sat)\n(pop)\n", i+1)
			answer := "unsat"
			if s.Sets.Contains(lines.Condition(uint32(i+1)), c) {
				answer = "sat"
			}
			want = append(want, answer)
		}
		b.WriteString("(pop)\n")
	}
	cmd := exec.Command(z3, "-in", "-smt2")
	cmd.Stdin = &b
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %.500s", err, out)
	}
	got := strings.Fields(string(out))
	if !slices.Equal(got, want) {
		t.Errorf("z3 says %d of %d answers: %.300s", len(got), len(want), out)
	}
	if !slices.Contains(want, "sat") || !slices.Contains(want, "unsat") {
		t.Error("all configurations say the same")
	}
}

// holds reports whether a value of an option is one of those of a literal, as docs/json.md describes them.
func holds(t *testing.T, d confspace.Domain, v int64, literal []any) bool {
	t.Helper()
	number := func(x any) int64 {
		n, err := d.ParseValue(x.(json.Number).String())
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	return slices.ContainsFunc(literal, func(x any) bool {
		switch x := x.(type) {
		case bool:
			return x == (v == 1)
		case nil:
			_, set := d.StringAt(v)
			return !set
		case string:
			text, set := d.StringAt(v)
			return set && text == x
		case json.Number:
			return number(x) == v
		case []any:
			return !d.Less(v, number(x[0])) && !d.Less(number(x[1]), v)
		case map[string]any:
			if x["first"] != nil {
				return true // which values is not said
			}
			if x["mask"] != nil {
				var mask, bits uint64
				fmt.Sscan(x["mask"].(json.Number).String(), &mask)
				fmt.Sscan(x["bits"].(json.Number).String(), &bits)
				return uint64(v)&mask == bits
			}
			var modulus, residue int64
			fmt.Sscan(x["modulus"].(json.Number).String(), &modulus)
			fmt.Sscan(x["residue"].(json.Number).String(), &residue)
			rest := v % modulus
			if !d.Signed {
				rest = int64(uint64(v) % uint64(modulus))
			}
			return (rest == residue) != x["negated"].(bool)
		}
		t.Fatalf("literal %v", x)
		return false
	})
}

// TestConditionsJSON compares cubes with their sets, at random configurations.
func TestConditionsJSON(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 1))
	s := exportStudy(t, rng, 60)
	var b bytes.Buffer
	if err := s.ConditionsJSON(&b); err != nil {
		t.Fatal(err)
	}
	var got struct {
		Exact      bool
		Options    []struct{ Name string }
		Conditions []struct {
			Cubes    []map[string][]any
			Elements map[string][]string
		}
	}
	d := json.NewDecoder(&b)
	d.UseNumber()
	if err := d.Decode(&got); err != nil {
		t.Fatal(err)
	}
	if !got.Exact || len(got.Options) != len(s.Space.Options) {
		t.Errorf("exact %v, %d options", got.Exact, len(got.Options))
	}
	seen := 0
	for _, c := range got.Conditions {
		if c.Cubes == nil {
			t.Fatalf("no cubes of %v", c.Elements)
		}
		seen += len(c.Elements["line"])
		var id uint32
		fmt.Sscanf(c.Elements["line"][0], "a.c:%d", &id)
		set := s.Result(coverage.Line).Total.Condition(id)
		for range 200 {
			conf := make(confspace.Configuration, len(s.Space.Options))
			for o := range conf {
				conf[o] = drawValue(rng, s.Space.Options[o].Domain)
			}
			partly := false
			in := slices.ContainsFunc(c.Cubes, func(cube map[string][]any) bool {
				for name, literal := range cube {
					o := s.Space.Index(name)
					if x, ok := literal[0].(map[string]any); ok && x["first"] != nil {
						partly = true
					}
					if !holds(t, s.Space.Options[o].Domain, conf[o], literal) {
						return false
					}
				}
				return true
			})
			if in != s.Sets.Contains(set, conf) && !(partly && in) {
				t.Fatalf("line %d under %s: %v by cubes", id, s.Space.FormatConfiguration(conf), in)
			}
		}
	}
	if seen != 60 {
		t.Errorf("%d elements", seen)
	}
}
