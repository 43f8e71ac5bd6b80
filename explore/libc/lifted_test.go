package libc_test

// This file compares the engine with gcc on what symbolic values do in the language and in the library. The programs
// are those of explore/testdata/conformance and of its folder library with their literals lifted; a variant has one to three
// of them as options. The engine explores it; natively a configuration after the other is run, all of them or, where an option
// has any value, some and the witnesses of paths. Each configuration must be in one path, which ends and prints as natively.
//
// Where it does not, the configuration is run concretely in the engine: symbolic values must at least do what concrete ones do.
// Then it is passed over, counted by reason: undefined behaviour (gcc's sanitizers say so), what a native run prints differs
// from one run to the next, or the C libraries differ. With -lift.variants that is known from
// a native run with the library that the engine interprets; what it does not explain is a failure. So are paths passed over that a
// limit ended.

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/confcov/confcov/explore"
	"github.com/confcov/confcov/explore/libc"
	"github.com/confcov/confcov/explore/need"
	"github.com/confcov/confcov/explore/path"
	"github.com/confcov/confcov/explore/solver"
	"github.com/confcov/confcov/explore/solver/z3solver"
	"github.com/confcov/confcov/subjects/confspace"
)

var (
	liftVariants = flag.Int("lift.variants", 0, "variants of every program for TestLifted; 0: a sample of the programs")
	liftSeed     = flag.Uint64("lift.seed", 1, "seed of TestLifted")
)

// The sample: every stride-th program, but those that take long.
const (
	liftStride = 9
	liftSample = 3   // variants of each
	liftFloor  = 800 // configurations that agree, at least
)

var liftSlow = map[string]string{
	"lib-crypt": "hashes many times", "sys-udp": "waits natively", "sys-process-ids": "waits natively", "sys-sigchld": "waits natively",
	"sys-tcp-loopback": "waits natively", "sys-pipe-eof": "waits natively", "sys-sigsuspend": "waits natively", "sys-alarm": "waits natively",
}

// lateRuns is how many native runs of a variant may not end before the others are passed over.
const lateRuns = 2

// exploration is what the engine found.
type exploration struct {
	*explore.Result
	written []func(confspace.Configuration) []byte // by path
}

func (l *lifted) explore(t *testing.T, sp *confspace.Space, opt explore.Options) (x *exploration, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("panic: %v", r)
		}
	}()
	x = &exploration{}
	opt.Space, opt.Points = sp, readyPoint
	opt.Limits = explore.Limits{PathSteps: 20_000_000, Steps: 60_000_000, Paths: 300}
	opt.Written = func(at func(confspace.Configuration) []byte) { x.written = append(x.written, at) }
	test := explore.Test{Name: l.name, World: l.world(), Args: append([]string{"program"}, l.args...), Env: l.env}
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	opt.NewCore = func() solver.Core {
		return solver.Chain(z3solver.New(ctx, z3solver.DefaultLimit), solver.ChainOptions{})
	}
	x.Result, err = explore.Run(ctx, l.programs[opt.Mode], test, opt)
	return x, err
}

// way is one way to explore.
type way struct {
	name string
	opt  explore.Options
}

// ways are the ways to explore. A variant is explored in the first and in one of the others; the last is too slow for the sample.
var ways = []way{
	{"merged", explore.Options{Mode: path.Merged}},
	{"expanded, the library's bodies", explore.Options{Mode: path.Expanded, NoShortcuts: true}},
	{"merging off", explore.Options{Mode: path.Merged, Merge: explore.MergeOff}},
	{"the core alone", explore.Options{Mode: path.Merged, CoreAlone: true}},
}

// comparison is the comparison of one exploration with native runs.
type comparison struct {
	*lifted
	t     *testing.T
	sp    *confspace.Space
	way   way
	found *exploration
}

// pathOf returns the path that a configuration takes, -1 if the configuration is in none or in several. Where it is known only for the
// witnesses of paths, others are wide.
func (k *comparison) pathOf(c confspace.Configuration) (at int, wide bool) {
	r, n := &k.found.Test, 0
	for i := range r.Paths {
		if !r.Sets.Contains(r.Paths[i].Condition, c) {
			continue
		}
		if w := r.Paths[i].Witness; w != nil && slices.Equal(w, c) {
			return i, false
		}
		at, n = i, n+1
		wide = wide || !r.Paths[i].Exact()
	}
	if n != 1 && !wide {
		return -1, false
	}
	return at, wide
}

// check compares one configuration. It returns why it was passed over, "" if the runs agree, or how they disagree.
func (k *comparison) check(c confspace.Configuration, native *ran) (reason, disagreement string) {
	at, wide := k.pathOf(c)
	switch {
	case wide:
		return "a condition is wider than its path", ""
	case at < 0:
		return "", "is not in exactly one path"
	}
	p := &k.found.Test.Paths[at]
	switch p.End.Kind {
	case path.Unsupported, path.Budget, path.SolverUnknown:
		return p.End.Kind.String() + ": " + p.End.Message, ""
	case path.Internal:
		return "", fmt.Sprintf("ends with %v", p.End)
	}
	written := k.found.written[at](c)
	different := differs(p, written, native)
	if different == "" {
		return "", ""
	}
	opt := k.way.opt
	opt.Configuration = c
	concrete, err := k.explore(k.t, k.sp, opt)
	if err != nil {
		return "out of time", ""
	}
	q := &concrete.Test.Paths[0]
	switch {
	case p.End.Kind == path.MemoryError && q.End.Kind != path.MemoryError && k.undefined(k.sp, c) != "":
		return "undefined behaviour: memory error, concretely another object is met", ""
	case q.End.Kind != p.End.Kind || q.End.Code != p.End.Code:
		return "", fmt.Sprintf("%s\nconcretely it ends with %v", different, q.End)
	case !bytes.Equal(q.Output, written):
		return "", fmt.Sprintf("%s\nconcretely: %s", different, difference(string(q.Output), string(written)))
	}
	return k.explain(p, c, written, native)
}

// differs returns how a path differs from a native run, "" if it does not.
func differs(p *path.Path, written []byte, native *ran) string {
	status := p.End.Code
	switch p.End.Kind {
	case path.Abort:
		status = 128 + int(syscall.SIGABRT)
	case path.Signal:
		status = 128 + p.End.Code
	case path.Exit:
	default:
		status = -1
	}
	switch {
	case native.late:
		return fmt.Sprintf("ends with %v; natively it does not end in time", p.End)
	case status != native.status:
		return fmt.Sprintf("ends with %v; natively with status %d", p.End, native.status)
	case bytes.Equal(written, native.output):
		return ""
	}
	return difference(string(native.output), string(written))
}

// checkVariant compares one variant in some ways and returns what disagrees.
func (l *lifted) checkVariant(t *testing.T, sp *confspace.Space, some []way, r *rand.Rand) string {
	configs := configurations(sp, r)
	runs, late := map[string]*ran{}, 0
	var text strings.Builder
	for _, w := range some {
		x, err := l.explore(t, sp, w.opt)
		switch {
		case errors.Is(err, context.DeadlineExceeded):
			l.tally["passed over: out of time"] += len(configs)
			continue
		case err != nil:
			fmt.Fprintf(&text, "%s: %v\n", w.name, err)
			continue
		}
		k := &comparison{lifted: l, t: t, sp: sp, way: w, found: x}
		for _, c := range append(slices.Clip(configs), witnesses(x)...) {
			key := sp.FormatConfiguration(c)
			if runs[key] == nil && late == lateRuns {
				l.tally["passed over: others do not end natively"]++
				continue
			}
			if runs[key] == nil {
				if runs[key], err = l.run("program", sp, c); err != nil {
					t.Fatal(err)
				}
				if runs[key].late {
					late++
				}
			}
			switch reason, disagreement := k.check(c, runs[key]); {
			case disagreement != "":
				l.tally["DISAGREED"]++
				fmt.Fprintf(&text, "%s, %d paths, %s: %s\n", w.name, len(x.Test.Paths), key, disagreement)
			case reason != "":
				l.tally["passed over: "+reason]++
			default:
				l.tally["agreed"]++
			}
		}
	}
	for i := range sp.Options {
		n, at := numbers(&sp.Options[i])
		if text.Len() > 0 {
			fmt.Fprintf(&text, "   byte %d of %s\n", at, l.around(l.source, n))
		}
	}
	return text.String()
}

// witnesses returns those of the paths whose conditions are wider than they, at most 40.
func witnesses(x *exploration) []confspace.Configuration {
	var out []confspace.Configuration
	for i := range x.Test.Paths {
		if c := x.Test.Paths[i].Witness; c != nil && len(out) < 40 {
			out = append(out, c)
		}
	}
	return out
}

// TestLifted compares a sample, or with -lift.variants everything.
func TestLifted(t *testing.T) {
	need.Slow(t)
	a, box := archive(t), newNamespace(t)
	var musl *libc.Native
	if *liftVariants > 0 {
		var err error
		if musl, err = a.BuildNative(t.Context(), t.TempDir()); err != nil {
			t.Fatal(err)
		}
	}
	files, err := filepath.Glob("../testdata/conformance/*.*")
	more, _ := filepath.Glob(suite + "*")
	if files = append(files, more...); err != nil || len(more) == 0 {
		t.Fatal("no programs", err)
	}
	variants, others, wide := *liftVariants, ways[1:], true
	if variants == 0 {
		variants, others, wide = liftSample, ways[1:3], false
	}
	var mu sync.Mutex
	all := map[string]int{}
	t.Run("programs", func(t *testing.T) {
		for i, file := range files {
			c, err := readConformance(file)
			if err != nil {
				t.Fatal(err)
			}
			if *liftVariants == 0 && (i%liftStride != 0 || liftSlow[c.name] != "") {
				continue
			}
			t.Run(c.name, func(t *testing.T) {
				t.Parallel()
				l, err := newLifted(t, c, a, box, musl)
				if err != nil {
					t.Fatal(err)
				}
				r := rand.New(rand.NewPCG(*liftSeed, 1))
				for k, sp := range l.variants(variants, wide, r) {
					if text := l.checkVariant(t, sp, []way{ways[0], others[k%len(others)]}, r); text != "" {
						t.Error("\n" + text)
					}
					l.tally["variants"]++
				}
				mu.Lock()
				defer mu.Unlock()
				for k, v := range l.tally {
					all[k] += v
				}
				t.Logf("%d literals lifted, %d not", len(l.lits), l.drop)
			})
		}
	})
	for _, k := range slices.Sorted(maps.Keys(all)) {
		t.Logf("%7d %s", all[k], k)
	}
	if n := all["agreed"]; *liftVariants == 0 && n < liftFloor {
		t.Errorf("%d configurations were compared and agree, want %d", n, liftFloor)
	}
}
