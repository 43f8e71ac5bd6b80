package crosscheck

// This file explains disagreements that are not the engine's:
//
//   - The program has undefined behaviour after all: gcc's sanitizers stop it. (Csmith converts floats that are out of range.)
//   - Functions are called in another order where C leaves it open, as among the operands of +. gcc simplifies
//     expressions before it orders them, so its order cannot be followed everywhere. Accepted only if the
//     end, the output and the count of every line agree and each function is called as often; where the engine ended at a limit, if
//     the calls up to there agree but for the order among few.
//   - A function of math.h that is not exact has other results than glibc's. Accepted only if the program does natively just what it does
//     in the engine when it is linked with the engine's functions of math.h; see digits.go.

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/confcov/confcov/explore/trace"
)

// sanitizers are the flags for programs that stop at undefined behaviour.
var sanitizers = []string{"-fsanitize=address,undefined,float-cast-overflow", "-fno-sanitize-recover=all"}

// openOrder is the reason of the second kind.
const openOrder = "functions are called in another order where C leaves it open"

// explain looks for reasons of findings, which were made with the values and traces given; limited says that the interpreted one ends
// at a limit of the engine.
func (r *check) explain(ctx context.Context, values map[string]int64, want, got *trace.Trace, limited bool) error {
	if r.Outcome != Differ {
		return nil
	}
	chain := len(r.Findings) == 1 && r.Findings[0].Oracle == trace.Chain.String()
	if chain && (want.Lines != nil && got.Lines != nil && sameCalls(want.Calls, got.Calls) || limited && sameSoFar(want.Calls, got.Calls)) {
		r.Outcome, r.Reason, r.Findings = Explained, openOrder, nil
		return nil
	}
	if names := inexact(r.Text); len(names) > 0 && !limited {
		same, err := r.sameWithMath(ctx, values, got)
		if err != nil {
			return err
		}
		if same {
			r.Outcome, r.Reason, r.Findings = Explained, "results of "+strings.Join(names, ", ")+" are others than glibc's", nil
			return nil
		}
	}
	text, err := r.undefined(ctx, values)
	if err == nil && text != "" {
		r.Outcome, r.Reason, r.Findings = Passed, "undefined behaviour: "+text, nil
	}
	return err
}

// sameCalls reports whether the processes call each function as often.
func sameCalls(a, b []trace.Calls) bool {
	return slices.EqualFunc(a, b, func(x, y trace.Calls) bool {
		open := tally{}
		for _, c := range []struct {
			calls *trace.Calls
			one   int
		}{{&x, 1}, {&y, -1}} {
			if uint64(len(c.calls.Seq)) != c.calls.Total {
				return false // not all are known by name
			}
			for _, f := range c.calls.Seq {
				open.add(c.calls.Names[f], c.one)
			}
		}
		return len(open) == 0
	})
}

// tally is by name how many more calls of a function one chain has than another, where that is not 0.
type tally map[string]int

func (t tally) add(name string, n int) {
	if t[name] += n; t[name] == 0 {
		delete(t, name)
	}
}

// orderWindow is the number of calls within which those of an expression are in another order.
const orderWindow = 1000

// sameSoFar reports whether the calls of b are the first of those of a, but for the order among at most orderWindow that follow each other.
func sameSoFar(a, b []trace.Calls) bool {
	if len(a) < len(b) {
		return false
	}
	for p := range b {
		x, y := &a[p], &b[p]
		open := tally{} // calls of a less those of b since both agreed
		start := 0
		for i := range min(len(x.Seq), len(y.Seq)) {
			open.add(x.Names[x.Seq[i]], 1)
			open.add(y.Names[y.Seq[i]], -1)
			switch {
			case len(open) == 0:
				start = i + 1
			case i-start >= orderWindow:
				return false
			}
		}
		if len(x.Seq) < len(y.Seq) && x.Total < uint64(len(y.Seq)) {
			return false
		}
	}
	return true
}

// undefined returns what gcc's sanitizers say about a run with the values, "" if nothing.
func (r *check) undefined(ctx context.Context, values map[string]int64) (string, error) {
	dir := filepath.Dir(r.file)
	if err := os.WriteFile(filepath.Join(dir, "values.c"), valueTable(values), 0o644); err != nil {
		return "", fmt.Errorf("write program: %w", err)
	}
	args := slices.Concat([]string{"-w", "-O0", "-g", "-fwrapv", "-ffp-contract=off"}, sanitizers, r.Checker.Flags, r.includes())
	if _, err := r.Checker.compile(ctx, dir, append(args, "-o", "sanitized", r.file, "values.c", "-lm")...); err != nil {
		return "", ctx.Err() // no sanitizers: nothing is known
	}
	limited, cancel := context.WithTimeout(ctx, 20*r.Timeout+time.Second)
	defer cancel()
	out := r.Checker.sanitized(limited, dir, "sanitized")
	for line := range bytes.Lines(out) {
		for _, mark := range []string{"runtime error: ", "ERROR: AddressSanitizer: "} {
			if _, text, ok := bytes.Cut(line, []byte(mark)); ok {
				return string(bytes.TrimSpace(text)), nil
			}
		}
	}
	return "", ctx.Err()
}

// valueTable returns the source of confcov.h's functions with these values.
func valueTable(values map[string]int64) []byte {
	var w bytes.Buffer
	w.WriteString("#include <stdlib.h>\n#include <string.h>\nstatic const struct { const char *name; long value; } table[] = {\n")
	for _, name := range slices.Sorted(maps.Keys(values)) {
		fmt.Fprintf(&w, "  { %q, (long)%#xUL },\n", name, uint64(values[name]))
	}
	w.WriteString(`  { 0, 0 } };
long confcov_symbolic_int(const char *name) {
  for (int i = 0; table[i].name; i++)
    if (!strcmp(table[i].name, name)) return table[i].value;
  return 0;
}
int confcov_symbolic_bool(const char *name) { return confcov_symbolic_int(name) != 0; }
void confcov_make_symbolic(void *p, unsigned long n, const char *name) { long v = confcov_symbolic_int(name); memcpy(p, &v, n < 8 ? n : 8); }
void confcov_assume(int c) { if (!c) exit(99); }
`)
	return w.Bytes()
}
