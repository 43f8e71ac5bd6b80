package explore

// This file runs the pairs of testdata/memory: small programs with one bug each, and
// without it where FIXED is defined. Natively they are built with gcc's sanitizers
// (or run under valgrind, where the bug is an undefined value) and run once for each configuration; the engine explores
// them once. What the sanitizers call a memory error the engine must find as well: in the same configurations, in the same line.
//
// The first comment of a program says what to expect, a line each:
//
//	GROUP: what the bug is
//	option NAME DOMAIN       a global of type int
//	stdin TEXT
//	asan KIND                AddressSanitizer's word for it; none: it does not find it
//	ubsan TEXT               UndefinedBehaviorSanitizer's message
//	valgrind TEXT
//	engine TEXT|TEXT         part of the engine's message; "warning: TEXT" is a note; none: it does not find it
//	when VALUES              where only the engine finds it: the option's values
//	superset                 the engine finds it in more configurations; natively it depends on where objects lie
//	elsewhere                the two name different lines
//	sample VALUES            only these configurations are run natively
//	why TEXT                 why the two differ

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/confcov/confcov/explore/frontend"
	"github.com/confcov/confcov/explore/kernel"
	"github.com/confcov/confcov/explore/need"
	"github.com/confcov/confcov/explore/path"
	"github.com/confcov/confcov/subjects/confspace"
)

// pair is a file of testdata/memory.
type pair struct {
	name, file, group, text       string
	asan, ubsan, valgrind, engine string
	when, why, stdin              string
	superset, elsewhere           bool
	sample                        []string
	space                         confspace.Space
}

// finding is what a tool says about one configuration; kind "" is nothing.
type finding struct {
	kind string
	line int
}

func readPair(t *testing.T, file string) *pair {
	src, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	p := &pair{name: strings.TrimSuffix(filepath.Base(file), ".c"), file: file}
	head, _, ok := strings.Cut(strings.TrimPrefix(string(src), "/* "), "*/")
	if !ok {
		t.Fatalf("%s: no comment at the start", file)
	}
	for i, l := range strings.Split(head, "\n") {
		l = strings.TrimSpace(l)
		key, rest, _ := strings.Cut(l, " ")
		switch {
		case i == 0:
			p.group, p.text, _ = strings.Cut(l, ": ")
		case key == "option":
			name, dom, _ := strings.Cut(rest, " ")
			d, err := confspace.ParseDomain(dom, 32, true)
			if err != nil {
				t.Fatal(err)
			}
			lo, _ := d.Bounds()
			p.space.Options = append(p.space.Options, confspace.Option{Name: name, Object: name, Domain: d, Default: lo})
		case key == "sample":
			p.sample = strings.Fields(rest)
		case key == "superset":
			p.superset = true
		case key == "elsewhere":
			p.elsewhere = true
		default:
			to := map[string]*string{"asan": &p.asan, "ubsan": &p.ubsan, "valgrind": &p.valgrind, "engine": &p.engine, "when": &p.when, "why": &p.why, "stdin": &p.stdin}[key]
			if to == nil {
				t.Fatalf("%s: unknown line %q", file, l)
			}
			*to = rest
		}
	}
	return p
}

// configurations returns all, or those to sample.
func (p *pair) configurations() []confspace.Configuration {
	var out []confspace.Configuration
	if p.sample != nil {
		for _, s := range p.sample {
			v, _ := strconv.ParseInt(s, 10, 64)
			out = append(out, confspace.Configuration{v})
		}
		return out
	}
	out = []confspace.Configuration{{}}
	for i := range p.space.Options {
		lo, hi := p.space.Options[i].Domain.Bounds()
		var next []confspace.Configuration
		for _, c := range out {
			for v := lo; v <= hi; v++ {
				next = append(next, append(slices.Clone(c), v))
			}
		}
		out = next
	}
	return out
}

// values parses "1 3..5" as a set.
func values(text string) map[int64]bool {
	m := map[int64]bool{}
	for _, f := range strings.Fields(text) {
		a, b, ok := strings.Cut(f, "..")
		lo, _ := strconv.ParseInt(a, 10, 64)
		hi := lo
		if ok {
			hi, _ = strconv.ParseInt(b, 10, 64)
		}
		for v := lo; v <= hi; v++ {
			m[v] = true
		}
	}
	return m
}

// build compiles a pair with gcc; the options' values come from the environment.
func (p *pair) build(t *testing.T, fixed bool) string {
	gcc := need.Tool(t, "gcc")
	dir := t.TempDir()
	var b strings.Builder
	b.WriteString("#include <stdlib.h>\n__attribute__((constructor)) static void set(void) {\n")
	for _, o := range p.space.Options {
		fmt.Fprintf(&b, "  extern int %s; char *%s_ = getenv(\"%s\"); if (%s_) %s = atoi(%s_);\n", o.Name, o.Name, o.Name, o.Name, o.Name, o.Name)
	}
	b.WriteString("}\n")
	options := filepath.Join(dir, "options.c")
	if err := os.WriteFile(options, []byte(b.String()), 0o666); err != nil {
		t.Fatal(err)
	}
	args := []string{"-w", "-g", "-O0", "-fno-omit-frame-pointer", "-o", filepath.Join(dir, "prog"), p.file, options}
	if p.valgrind == "" {
		args = append(args, "-fsanitize=address,undefined,float-cast-overflow")
	}
	if fixed {
		args = append(args, "-DFIXED")
	}
	if out, err := exec.Command(gcc, args...).CombinedOutput(); err != nil {
		t.Fatalf("gcc: %v\n%s", err, out)
	}
	return filepath.Join(dir, "prog")
}

var (
	asanError  = regexp.MustCompile(`ERROR: AddressSanitizer:? (.*)`)
	ubsanError = regexp.MustCompile(`\.c:(\d+):\d+: runtime error: (.*)`)
	grindError = regexp.MustCompile(`==\d+== ((?:Conditional jump|Use of uninit|Syscall param).*)`)
)

// runNative runs a built pair in one configuration.
func (p *pair) runNative(t *testing.T, bin string, c confspace.Configuration) finding {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	run := exec.CommandContext(ctx, bin)
	if p.valgrind != "" {
		run = exec.CommandContext(ctx, "valgrind", "-q", bin)
	}
	run.Env = append(os.Environ(), "ASAN_OPTIONS=detect_stack_use_after_return=1:detect_leaks=0:strict_string_checks=1:detect_invalid_pointer_pairs=0")
	for i, o := range p.space.Options {
		run.Env = append(run.Env, fmt.Sprintf("%s=%d", o.Name, c[i]))
	}
	run.Stdin = strings.NewReader(p.stdin)
	out, err := run.CombinedOutput()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	at := regexp.MustCompile(regexp.QuoteMeta(p.name) + `\.c:(\d+)`)
	line := func(text []byte) int {
		m := at.FindSubmatch(text)
		if m == nil {
			return 0
		}
		n, _ := strconv.Atoi(string(m[1]))
		return n
	}
	for _, re := range []*regexp.Regexp{asanError, grindError} {
		if m := re.FindSubmatchIndex(out); m != nil {
			return finding{string(out[m[2]:m[3]]), line(out[m[1]:])}
		}
	}
	if m := ubsanError.FindSubmatch(out); m != nil {
		n, _ := strconv.Atoi(string(m[1]))
		return finding{"undefined behaviour: " + string(m[2]), n}
	}
	if s := run.ProcessState; s.ExitCode() != 0 && !p.superset {
		t.Errorf("%v: natively %v\n%s", c, s, out)
	}
	return finding{}
}

// load compiles a pair for the engine.
func (p *pair) load(t *testing.T, fixed bool) (*Program, Options) {
	src, err := os.ReadFile(p.file)
	if err != nil {
		t.Fatal(err)
	}
	if fixed {
		src = append([]byte("#define FIXED 1\n#line 1\n"), src...)
	}
	abs, _ := filepath.Abs(p.file)
	linked := linkC(t, abs, src, frontend.Options{Checks: p.valgrind == ""})
	opt := Options{Space: &p.space}
	if len(p.space.Options) > 0 {
		opt.Points = []Point{{Function: "main"}}
	}
	prog, err := Load(linked, universe(t, linked, path.Merged), opt.Points)
	if err != nil {
		t.Fatal(err)
	}
	return prog, opt
}

// explore runs the engine on a pair.
func (p *pair) explore(t *testing.T, prog *Program, opt Options) *Result {
	test := Test{Name: p.name, Args: []string{p.name}, Env: []string{"LANG=C"}, World: kernel.World{Stdin: []byte(p.stdin)}}
	res, err := Run(context.Background(), prog, test, opt)
	if err != nil {
		t.Fatal(err)
	}
	return res
}

// lineIn returns the line of the innermost frame in the pair's file.
func (p *pair) lineIn(frames []path.Frame) int {
	for _, f := range frames {
		if strings.HasSuffix(f.File, p.name+".c") {
			return int(f.Line)
		}
	}
	return 0
}

// foundBy returns what the engine found in configuration c, and the place of a note.
func (p *pair) foundBy(t *testing.T, res *Result, c confspace.Configuration) finding {
	for i := range res.Test.Paths {
		q := &res.Test.Paths[i]
		if !res.Test.Sets.Contains(q.Condition, c) {
			continue
		}
		if q.End.Kind != path.Exit {
			return finding{q.End.Message, p.lineIn(q.End.Stack)}
		}
		for _, n := range q.Notes {
			return finding{n.Kind.String() + ": " + n.Message, p.lineIn([]path.Frame{n.At})}
		}
		return finding{}
	}
	t.Errorf("%v: no path has it", c)
	return finding{}
}

// matches reports whether a message has one of the parts that are separated by "|".
func matches(message, parts string) bool {
	for _, s := range strings.Split(parts, "|") {
		if strings.Contains(message, s) {
			return true
		}
	}
	return false
}

// check compares the engine's findings with the native ones, and both with what is expected.
func (p *pair) check(t *testing.T, bin string, res *Result) (native, engine int) {
	tool := p.asan + p.ubsan + p.valgrind
	when := values(p.when)
	for _, c := range p.configurations() {
		n, e := p.runNative(t, bin, c), p.foundBy(t, res, c)
		if n.kind != "" {
			native++
			if tool == "none" && !p.superset || !matches(n.kind, tool) && !p.superset {
				t.Errorf("%v: natively %q in line %d, expected %q", c, n.kind, n.line, tool)
			}
		}
		if e.kind != "" {
			engine++
			if p.engine == "none" || !matches(e.kind, p.engine) {
				t.Errorf("%v: the engine found %q in line %d, expected %q", c, e.kind, e.line, p.engine)
			}
		}
		expected := n.kind != ""
		switch {
		case p.engine == "none":
			expected = false
		case p.when != "":
			expected = when[c[0]]
		case tool == "none":
			expected = true
		}
		if expected != (e.kind != "") || n.kind != "" && e.kind == "" && p.engine != "none" {
			t.Errorf("%v: natively %q, the engine found %q", c, n.kind, e.kind)
		}
		if n.kind != "" && e.kind != "" && n.line != e.line && n.line != 0 && !p.elsewhere {
			t.Errorf("%v: natively %q in line %d, the engine found %q in line %d", c, n.kind, n.line, e.kind, e.line)
		}
	}
	if native == 0 && tool != "none" {
		t.Errorf("natively nothing was found, expected %q", tool)
	}
	return native, engine
}

// TestMemoryPairs: the engine finds what gcc's sanitizers and valgrind find.
func TestMemoryPairs(t *testing.T) {
	need.Slow(t)
	need.Tool(t, "valgrind")
	files, _ := filepath.Glob("testdata/memory/*.c")
	var mu sync.Mutex
	var table []string
	t.Run("pairs", func(t *testing.T) {
		for _, file := range files {
			t.Run(strings.TrimSuffix(filepath.Base(file), ".c"), func(t *testing.T) {
				t.Parallel()
				p := readPair(t, file)
				prog, opt := p.load(t, false)
				native, engine := p.check(t, p.build(t, false), p.explore(t, prog, opt))
				prog, opt = p.load(t, true)
				bin, res := p.build(t, true), p.explore(t, prog, opt)
				for _, c := range p.configurations() {
					if n := p.runNative(t, bin, c); n.kind != "" {
						t.Errorf("fixed, %v: natively %q in line %d", c, n.kind, n.line)
					}
					if e := p.foundBy(t, res, c); e.kind != "" {
						t.Errorf("fixed, %v: the engine found %q in line %d", c, e.kind, e.line)
					}
				}
				row := fmt.Sprintf("%-20s %-22s %-36s %3d %3d of %3d", p.group, p.name, p.asan+p.ubsan+p.valgrind, native, engine, len(p.configurations()))
				mu.Lock()
				table = append(table, row)
				mu.Unlock()
			})
		}
	})
	slices.Sort(table)
	t.Logf("%d pairs; by group and name: native tool and kind, configurations in which it and the engine find the bug\n%s", len(table), strings.Join(table, "\n"))
}

// TestMemoryPairsMerged: where ways are merged, the same is found in the same configurations as where they are not. Errors
// of several configurations at different offsets may be told apart. Where a pair expects one of several errors, since a symbolic address far from its
// object has another one than a concrete address, it may be any of these.
func TestMemoryPairsMerged(t *testing.T) {
	need.Slow(t)
	offsets := regexp.MustCompile(`offset -?\d+|offsets from -?\d+ to -?\d+`)
	files, _ := filepath.Glob("testdata/memory/*.c")
	for _, file := range files {
		p := readPair(t, file)
		for _, fixed := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s,fixed=%v", p.name, fixed), func(t *testing.T) {
				prog, opt := p.load(t, fixed)
				opt.Merge = MergeOff
				off := p.explore(t, prog, opt)
				opt.Merge = MergeAll
				all := p.explore(t, prog, opt)
				for _, c := range p.configurations() {
					want, got := p.foundBy(t, off, c), p.foundBy(t, all, c)
					want.kind, got.kind = offsets.ReplaceAllString(want.kind, "offset"), offsets.ReplaceAllString(got.kind, "offset")
					if strings.Contains(p.engine, "|") && matches(want.kind, p.engine) && matches(got.kind, p.engine) {
						got.kind = want.kind
					}
					if got != want {
						t.Errorf("%v: %q in line %d, where ways are not merged %q in line %d", c, got.kind, got.line, want.kind, want.line)
					}
				}
			})
		}
	}
}
