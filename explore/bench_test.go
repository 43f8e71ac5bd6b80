package explore

// This file measures the engine on the programs of testdata/bench: concrete code, and
// independent booleans.

import (
	"context"
	"fmt"
	"os"
	"strings"
	"syscall"
	"testing"

	"github.com/confcov/confcov/explore/path"
	"github.com/confcov/confcov/subjects/confspace"
)

// cpu returns the processor time used so far: wall time says little on a machine that does other things.
func cpu() float64 {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	return float64(u.Utime.Nano()+u.Stime.Nano()) / 1e9
}

func benchC(b *testing.B, name string, opt Options) {
	src, err := os.ReadFile("testdata/bench/" + name + ".c")
	if err != nil {
		b.Fatal(err)
	}
	prog := loadC(b, name+".c", src, spec{})
	b.ReportAllocs()
	steps := int64(0)
	start := cpu()
	for b.Loop() {
		res, err := Run(context.Background(), prog, Test{Name: name}, opt)
		if err != nil {
			b.Fatal(err)
		}
		steps += res.Test.Counts["steps"]
		if end := res.Test.Paths[0].End; len(res.Test.Paths) != 1 || end.Kind != path.Exit {
			b.Fatalf("ended in %+v", end)
		}
	}
	b.ReportMetric(float64(steps)/b.Elapsed().Seconds()/1e6, "Minstr/s")
	b.ReportMetric(float64(steps)/(cpu()-start)/1e6, "Minstr/cpu-s")
}

func BenchmarkLoop(b *testing.B)   { benchC(b, "loop", Options{}) }
func BenchmarkSieve(b *testing.B)  { benchC(b, "sieve", Options{}) }
func BenchmarkLocals(b *testing.B) { benchC(b, "locals", Options{}) }

// BenchmarkHash interprets the library's string functions; BenchmarkHashShortcuts performs them, and
// so has fewer instructions to count.
func BenchmarkHash(b *testing.B)          { benchC(b, "hash", Options{NoShortcuts: true}) }
func BenchmarkHashShortcuts(b *testing.B) { benchC(b, "hash", Options{}) }

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
	start := cpu()
	for b.Loop() {
		res, err := Run(context.Background(), prog, Test{Name: "booleans"}, s.opt)
		if err != nil {
			b.Fatal(err)
		}
		if len(res.Test.Paths) != 1<<n {
			b.Fatalf("%d paths", len(res.Test.Paths))
		}
	}
	b.ReportMetric((cpu()-start)/float64(b.N)*1000, "cpu-ms/op")
}

func BenchmarkBooleans(b *testing.B) {
	for _, work := range []int{0, 12_500} {
		for _, n := range []int{8, 10, 12, 14, 16} {
			b.Run(fmt.Sprintf("N=%d/work=%d", n, work), func(b *testing.B) { benchBooleans(b, n, work) })
		}
	}
}

// BenchmarkConcreteRun runs one configuration of a program that returns at once, with as many symbols and options as vsftpd has:
// what each of a replay's thousands of runs costs before the first instruction.
func BenchmarkConcreteRun(b *testing.B) {
	const symbols, options = 3000, 80
	var text strings.Builder
	text.WriteString("program @main\nfile \"b.c\" subject\n")
	for i := range symbols {
		fmt.Fprintf(&text, "object o%d size 4 align 4 type \"int\"\n", i)
	}
	text.WriteString("func main params 0 result 4 regs 1 subject !1:1:1\nb0:\n  r0 = const 0\n  return r0\n")
	s := spec{opt: Options{Space: &confspace.Space{}, Points: []Point{{Function: "main"}}, Configuration: make(confspace.Configuration, options)}}
	for i := range options {
		name := fmt.Sprintf("o%d", i*(symbols/options))
		s.opt.Space.Options = append(s.opt.Space.Options, confspace.Option{Name: name, Object: name, Domain: confspace.Bool()})
	}
	prog := loadIR(b, "concrete", text.String(), s)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Run(context.Background(), prog, Test{Name: "concrete"}, s.opt); err != nil {
			b.Fatal(err)
		}
	}
}
