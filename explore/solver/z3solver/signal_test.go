package z3solver

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/confcov/confcov/explore/expr"
	"github.com/confcov/confcov/explore/solver"
	"github.com/confcov/confcov/subjects/confspace"
)

// TestSignal sends SIGINT to a process that asks Z3 what it cannot decide: the signal is the program's, not Z3's.
func TestSignal(t *testing.T) {
	if os.Getenv("CONFCOV_TEST_SIGNAL") != "" {
		askForEver(t)
		return
	}
	for i := range 3 { // at various moments of the query
		cmd := exec.Command(os.Args[0], "-test.run=^TestSignal$", "-test.timeout=1m")
		cmd.Env = append(os.Environ(), "CONFCOV_TEST_SIGNAL=1")
		var stderr strings.Builder
		cmd.Stderr = &stderr
		out, err := cmd.StdoutPipe()
		if err == nil {
			err = cmd.Start()
		}
		if err != nil {
			t.Fatal(err)
		}
		lines := bufio.NewScanner(out)
		for lines.Scan() && lines.Text() != "asking" {
		}
		time.Sleep(time.Duration(1+150*i) * time.Millisecond)
		if err := cmd.Process.Signal(syscall.SIGINT); err != nil {
			t.Error(err)
		}
		var rest []string
		for lines.Scan() {
			rest = append(rest, lines.Text())
		}
		if err := cmd.Wait(); err != nil || len(rest) == 0 || rest[0] != "unknown (interrupted: context canceled)" {
			t.Errorf("signal %d: %v, %q\n%s", i, err, rest, stderr.String())
		}
	}
}

// askForEver asks a question without limit, until a signal comes.
func askForEver(t *testing.T) {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	c := New(ctx, 0)
	defer c.Close()
	d := confspace.Domain{Kind: confspace.DomainAny, Bits: 64, Signed: true}
	sp := &confspace.Space{Options: []confspace.Option{{Name: "x", Domain: d}, {Name: "y", Domain: d}, {Name: "z", Domain: d}}}
	b := expr.NewBuilder()
	s := solver.New(confspace.NewSets(sp), b, c)
	s.SetLimits(0, 0)
	cube := func(o int) *expr.Expr { return b.Mul(s.Var(o), b.Mul(s.Var(o), s.Var(o))) }
	sum := b.Add(cube(0), b.Add(cube(1), b.Mul(cube(2), b.Const(7, 64))))
	fmt.Println("asking")
	_, r := s.Assume(solver.All(), b.And(b.Eq(sum, b.Const(42_000_001, 64)), b.ULt(b.Const(1<<40, 64), b.Mul(s.Var(0), s.Var(1)))))
	fmt.Println(r)
}
