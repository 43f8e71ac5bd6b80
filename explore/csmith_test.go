package explore

// This file explores programs of Csmith whose integer globals are symbolic: constrained to one value each, in several ways,
// or not at all. (Kapus and Cadar, ASE 2017, call these the single-path and the multi-path mode.)

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/confcov/confcov/explore/need"
	"github.com/confcov/confcov/explore/path"
	"github.com/confcov/confcov/explore/solver"
	"github.com/confcov/confcov/explore/solver/z3solver"
	"github.com/confcov/confcov/explore/trace"
	"github.com/confcov/confcov/subjects/confspace"
)

var scalar = regexp.MustCompile(`(?m)^static (?:volatile )?(u?)int(8|16|32|64)_t (g_\d+) = (-?\(?-?[0-9A-Fa-fxX]+)U?L*\)?;`)

// global is an integer object of a program.
type global struct {
	name   string
	bits   uint8
	signed bool
	value  int64
}

// globals returns the integer globals of a program of Csmith.
func globals(src []byte) (out []global) {
	for _, m := range scalar.FindAllSubmatch(src, -1) {
		text := strings.NewReplacer("(", "", ")", "").Replace(string(m[4]))
		bits, _ := strconv.Atoi(string(m[2]))
		neg := strings.HasPrefix(text, "-")
		v, err := strconv.ParseUint(strings.TrimPrefix(text, "-"), 0, 64)
		if err != nil {
			continue
		}
		if neg {
			v = -v
		}
		d := confspace.Domain{Kind: confspace.DomainAny, Bits: uint8(bits), Signed: len(m[1]) == 0}
		out = append(out, global{string(m[3]), uint8(bits), d.Signed, d.Normalize(int64(v))})
	}
	return out
}

// literal returns a value as C writes it.
func (g global) literal() string {
	if !g.signed {
		return fmt.Sprintf("%dUL", uint64(g.value))
	}
	if g.value == -1<<63 {
		return "(-0x7fffffffffffffffL - 1)"
	}
	return fmt.Sprintf("(%dL)", g.value)
}

// factors returns the prime powers whose product v is.
func factors(v uint64) (out []uint64) {
	for p := uint64(2); p*p <= v; p++ {
		q := uint64(1)
		for v%p == 0 {
			v /= p
			q *= p
		}
		if q > 1 {
			out = append(out, q)
		}
		if p > 1<<20 {
			break
		}
	}
	if v > 1 {
		out = append(out, v)
	}
	return out
}

// constrain returns C that ends the program unless g has its value.
func (g global) constrain(how string) string {
	x, v := g.name, g.literal()
	unless := func(c string) string { return fmt.Sprintf("  if (!(%s)) _exit(111);\n", c) }
	switch {
	case how == "divisors" && g.value > 1:
		s := unless(fmt.Sprintf("%s > 1 && %s <= %s", x, x, v))
		for _, f := range factors(uint64(g.value)) {
			s += unless(fmt.Sprintf("%s %% %d == 0", x, f))
		}
		return s
	case how == "order":
		return unless(x+" <= "+v) + unless(x+" >= "+v)
	case how == "range" && g.value > 0 && g.value < 1<<30:
		return unless(fmt.Sprintf("%s > %d && %s < %d", x, g.value-1, x, g.value+1))
	case how == "none":
		return ""
	}
	return unless(x + " == " + v)
}

// symbolic makes the integer globals of a program symbolic.
func symbolic(src []byte, how string) ([]byte, *confspace.Space) {
	space := &confspace.Space{}
	var b strings.Builder
	for _, g := range globals(src) {
		space.Options = append(space.Options, confspace.Option{
			Name: g.name, Default: g.value, Domain: confspace.Domain{Kind: confspace.DomainAny, Bits: g.bits, Signed: g.signed},
		})
		fmt.Fprintf(&b, "  confcov_make_symbolic(&%s, sizeof %s, \"%s\");\n%s", g.name, g.name, g.name, g.constrain(how))
	}
	head := "#include <unistd.h>\nvoid confcov_make_symbolic(void *object, unsigned long size, const char *name);\n"
	at := bytes.Index(src, []byte("int main (int argc, char* argv[])\n{\n"))
	at += bytes.IndexByte(src[at:], '{') + 2
	return []byte(head + string(src[:at]) + b.String() + string(src[at:])), space
}

var (
	singleSeeds = flag.String("single", "7", "seeds of the programs of TestSinglePath")
	limitSteps  = flag.Int64("multi-steps", 20_000, "instructions of TestMultiPath")
)

// endsInTime reports whether a program ends natively, and returns what it prints.
func endsInTime(t testing.TB, src []byte) (string, bool) {
	dir := t.TempDir()
	file := filepath.Join(dir, "program.c")
	if err := os.WriteFile(file, src, 0o644); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command("gcc", "-w", "-I/usr/include/csmith", "-fwrapv", "-O0", "-o", filepath.Join(dir, "a"), file).CombinedOutput(); err != nil {
		t.Fatalf("gcc: %v\n%s", err, out)
	}
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	out, err := exec.CommandContext(ctx, filepath.Join(dir, "a")).Output()
	return string(out), err == nil
}

func z3core(t testing.TB) func() solver.Core {
	return func() solver.Core {
		c := z3solver.New(t.Context(), 400_000)
		t.Cleanup(c.Close)
		return solver.Chain(c, solver.ChainOptions{})
	}
}

// TestSinglePath: of the paths one goes through the program, and it is the one of the concrete run.
func TestSinglePath(t *testing.T) {
	for _, seed := range strings.Split(*singleSeeds, ",") {
		n, _ := strconv.Atoi(seed)
		need.Slow(t)
		src := csmith(t, n)
		want, ok := endsInTime(t, src)
		if !ok {
			continue
		}
		for _, how := range []string{"equal", "order", "range", "divisors"} {
			t.Run(seed+"/"+how, func(t *testing.T) {
				text, space := symbolic(src, how)
				prog := loadSubject(t, t.TempDir(), "program.c", text, "/usr/include/csmith")
				start := time.Now()
				res, err := Run(context.Background(), prog, Test{Name: "p"}, Options{Space: space, NewCore: z3core(t), Trace: true, Limits: Limits{PathSteps: 50_000_000}})
				if err != nil {
					t.Fatal(err)
				}
				through := 0
				for i, p := range res.Test.Paths {
					if p.End.Kind == path.Exit && p.End.Code == 111 {
						continue
					}
					through++
					if tr := res.Traces[i]; tr.End != (trace.End{Kind: "exit"}) || string(tr.Output) != want {
						t.Errorf("%v, %q; natively %q", tr.End, tr.Output, want)
						if s := p.End.Stack; len(s) > 0 {
							t.Logf("at %s", strings.Split(string(text), "\n")[s[0].Line-1])
						}
					}
					for k, o := range space.Options {
						if w := res.Witnesses[i]; w == nil || w[k] != o.Default {
							t.Errorf("witness %v", w)
							break
						}
					}
				}
				if through != 1 {
					t.Errorf("%d paths through the program", through)
				}
				t.Logf("%d options, %v: %v", len(space.Options), time.Since(start).Round(time.Millisecond), res.Test.Counts)
			})
		}
	}
}

// TestMultiPath: paths of unconstrained programs are those of their witnesses.
func TestMultiPath(t *testing.T) {
	need.Slow(t)
	for _, seed := range strings.Split(*singleSeeds, ",") {
		n, _ := strconv.Atoi(seed)
		t.Run(seed, func(t *testing.T) {
			src := csmith(t, n)
			text, space := symbolic(src, "none")
			prog := loadSubject(t, t.TempDir(), "program.c", text, "/usr/include/csmith")
			start := time.Now()
			opt := Options{Space: space, NewCore: z3core(t), Trace: true, Limits: Limits{PathSteps: *limitSteps, Paths: 10}}
			res, err := Run(context.Background(), prog, Test{Name: "p"}, opt)
			if err != nil {
				t.Fatal(err)
			}
			took := time.Since(start).Round(time.Millisecond)
			kinds, known, compared := map[string]int{}, 0, 0
			for i, p := range res.Test.Paths {
				kinds[p.End.Kind.String()+": "+p.End.Message]++
				w := res.Witnesses[i]
				if w == nil {
					continue
				}
				known++
				if !p.End.Kind.Complete() {
					continue
				}
				one := opt
				one.Configuration = w
				r, err := Run(context.Background(), prog, Test{Name: "p"}, one)
				if err != nil {
					t.Fatal(err)
				}
				compared++
				if ds := trace.Compare("the path", &res.Traces[i], "its witness", &r.Traces[0]); ds != nil {
					t.Errorf("path %d: %v", i, ds)
				}
			}
			t.Logf("%d options, %v: %d paths, %d witnesses, %d compared, %v, %v", len(space.Options), took, len(res.Test.Paths), known, compared, kinds, res.Test.Counts)
		})
	}
}
