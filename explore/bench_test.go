package explore

// This file measures the engine on the programs of testdata/bench: concrete code, and
// independent booleans.

import (
	"context"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/confcov/confcov/subjects/confspace"
)

func benchIR(b *testing.B, name string) {
	text, err := os.ReadFile("testdata/bench/" + name + ".ir")
	if err != nil {
		b.Fatal(err)
	}
	prog := loadIR(b, name, string(text), spec{})
	b.ReportAllocs()
	steps := int64(0)
	for b.Loop() {
		res, err := Run(context.Background(), prog, Test{Name: name}, Options{})
		if err != nil {
			b.Fatal(err)
		}
		steps += res.Test.Counts["steps"]
		if len(res.Test.Paths) != 1 || !res.Test.Paths[0].End.Kind.Complete() {
			b.Fatalf("ended in %+v", res.Test.Paths[0].End)
		}
	}
	b.ReportMetric(float64(steps)/b.Elapsed().Seconds()/1e6, "Minstr/s")
}

func BenchmarkCalls(b *testing.B) { benchIR(b, "calls") }
func BenchmarkSieve(b *testing.B) { benchIR(b, "sieve") }

// booleans returns a program that branches on n options, each of which adds to a
// sum, and then counts down from work.
func booleans(n, work int) (text string, s spec) {
	var b strings.Builder
	b.WriteString("program @main\nfile \"b.c\" subject\n")
	s.opt.Space = &confspace.Space{}
	for i := range n {
		fmt.Fprintf(&b, "object o%d size 4 align 4\n", i)
		s.opt.Space.Options = append(s.opt.Space.Options, confspace.Option{Name: fmt.Sprintf("o%d", i), Object: fmt.Sprintf("o%d", i), Domain: confspace.Bool()})
	}
	s.opt.Points = []Point{{Function: "main"}}
	b.WriteString("func main params 0 result 4 regs 6 subject !1:1:1\nb0:\n  r0 = const 0\n  r5 = const 0\n  jump b1\n")
	for i := range n {
		fmt.Fprintf(&b, "b%d:\n  line !1:%d:1\n  r1 = symaddr @o%d\n  r2 = load.4 r1\n  branch.4 r2 ? b%d : b%d !1:%d:5\n", 2*i+1, 2*i+10, i, 2*i+2, 2*i+3, 2*i+10)
		fmt.Fprintf(&b, "b%d:\n  line !1:%d:1\n  r0 = add.4 r0, %d\n  jump b%d\n", 2*i+2, 2*i+11, 1<<i, 2*i+3)
	}
	fmt.Fprintf(&b, "b%d:\n  r3 = const %d\n  jump b%d\n", 2*n+1, work/5, 2*n+2)
	fmt.Fprintf(&b, "b%d:\n  r4 = slt.4 r3, 1\n  branch.4 r4 ? b%d : b%d !1:2:2\n", 2*n+2, 2*n+4, 2*n+3)
	fmt.Fprintf(&b, "b%d:\n  r3 = sub.4 r3, 1\n  r5 = xor.4 r5, r3\n  jump b%d\n", 2*n+3, 2*n+2)
	fmt.Fprintf(&b, "b%d:\n  return r0\n", 2*n+4)
	return b.String(), s
}

func benchBooleans(b *testing.B, n, work int) {
	text, s := booleans(n, work)
	prog := loadIR(b, "booleans", text, s)
	for b.Loop() {
		res, err := Run(context.Background(), prog, Test{Name: "booleans"}, s.opt)
		if err != nil {
			b.Fatal(err)
		}
		if len(res.Test.Paths) != 1<<n {
			b.Fatalf("%d paths", len(res.Test.Paths))
		}
	}
}

func BenchmarkBooleans(b *testing.B) {
	for _, work := range []int{0, 12_500} {
		for _, n := range []int{8, 10, 12, 14, 16} {
			b.Run(fmt.Sprintf("N=%d/work=%d", n, work), func(b *testing.B) { benchBooleans(b, n, work) })
		}
	}
}
