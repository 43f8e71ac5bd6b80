package libc_test

// This file builds programs whose literals are lifted, for the engine and natively, and runs them natively.
//
// A native run is in a process namespace of its own (box_test.go): the literal that is changed may say to which process a signal is sent.

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"sync/atomic"
	"testing"
	"time"

	"github.com/confcov/confcov/explore"
	"github.com/confcov/confcov/explore/frontend"
	"github.com/confcov/confcov/explore/ir"
	"github.com/confcov/confcov/explore/libc"
	"github.com/confcov/confcov/explore/path"
	"github.com/confcov/confcov/subjects/confspace"
)

// lifted is a program with its literals lifted, ready natively and in the engine.
type lifted struct {
	*conformance
	*lifting
	dir, box string
	musl     *libc.Native // nil: there is none
	programs map[path.Mode]*explore.Program
	checked  map[string]string // what the sanitizers say, by configuration
	tally    map[string]int
}

var readyPoint = []explore.Point{{Function: "literals_ready", Return: true}}

// newLifted lifts the literals of a program and builds it.
func newLifted(t *testing.T, c *conformance, a *libc.Archive, box string, musl *libc.Native) (*lifted, error) {
	l := &lifted{conformance: c, box: box, musl: musl, dir: t.TempDir(), programs: map[path.Mode]*explore.Program{}, checked: map[string]string{}, tally: map[string]int{}}
	var err error
	if l.lifting, err = lift(c.source, l.dir); err != nil {
		return nil, err
	}
	source, err := l.parse(t, a)
	if err != nil {
		return nil, err
	}
	ready, err := frontend.Lower(t.Context(), "/ready.c", []byte("void literals_ready(void) {}\n"), &frontend.Options{})
	if err != nil {
		return nil, err
	}
	for _, mode := range path.Modes() {
		u, err := source.Lower(t.Context(), map[path.Mode]ir.Lowering{path.Expanded: ir.Expanded, path.Both: ir.Both}[mode])
		if err != nil {
			return nil, err
		}
		if err := ir.Verify(u); err != nil {
			return nil, err
		}
		p, err := a.Link(t.Context(), []*ir.Unit{u, ready})
		if err != nil {
			return nil, err
		}
		universe, err := explore.NewUniverse(map[path.Mode]*ir.Program{path.Both: p})
		if err != nil {
			return nil, err
		}
		if l.programs[mode], err = explore.Load(p, universe, readyPoint); err != nil {
			return nil, err
		}
	}
	return l, nil
}

// parse builds the program with gcc and parses it. A literal that the linker or the front end does not take stays.
func (l *lifted) parse(t *testing.T, a *libc.Archive) (*frontend.Source, error) {
	opt := frontend.Options{IncludePaths: []string{a.IncludeDir()}, SubjectRoot: l.dir}
	for {
		place := pastedName
		err := l.build()
		if err == nil {
			place = frontPlace
			source, failed := frontend.Parse(t.Context(), filepath.Join(l.dir, "program.c"), nil, &opt)
			if failed == nil {
				_, failed = source.Lower(t.Context(), ir.Merged)
			}
			if err = failed; err == nil {
				return source, nil
			}
		}
		m := place.FindStringSubmatch(err.Error())
		if m == nil {
			return nil, err
		}
		line, _ := strconv.Atoi(m[1])
		if place == pastedName {
			line = l.lits[line].line
		}
		if !l.without(l.source, line) {
			return nil, err
		}
		t.Logf("literals of line %d stay: %v", line, err)
		if err := os.WriteFile(filepath.Join(l.dir, "program.c"), l.text, 0o644); err != nil {
			return nil, err
		}
	}
}

var (
	pastedName = regexp.MustCompile("undefined reference to `\\w*lit_(\\d+)'")
	frontPlace = regexp.MustCompile(`program\.c:(\d+):\d+: `)
)

// build builds the program with what sets the values of its literals.
func (l *lifted) build() error {
	var table bytes.Buffer
	for i := range l.lits {
		fmt.Fprintf(&table, "extern %s;\n", l.lits[i].declare(i))
	}
	table.WriteString("#include <errno.h>\n#include <fcntl.h>\n#include <unistd.h>\nvoid literals_ready(void) {\n")
	fmt.Fprintf(&table, "  static long v[%d][2]; int f = open(\"%s/values\", O_RDONLY); if (read(f, v, sizeof v) != sizeof v) _exit(98); close(f); errno = 0;\n", len(l.lits)+1, l.dir)
	for i := range l.lits {
		if l.lits[i].text != "" {
			fmt.Fprintf(&table, "  if (v[%d][1] >= 0) lit_%d[v[%d][1]] = v[%d][0];\n", i, i, i, i)
		} else {
			fmt.Fprintf(&table, "  lit_%d = v[%d][0];\n", i, i)
		}
	}
	table.WriteString("}\n")
	if err := os.WriteFile(filepath.Join(l.dir, "values.c"), table.Bytes(), 0o644); err != nil {
		return err
	}
	return l.gcc("program")
}

// gcc builds an executable of the program.
func (l *lifted) gcc(name string, flags ...string) error {
	return l.compile(append([]string{"-o", name, filepath.Join(l.dir, "program.c"), "values.c", "-lm", "-lcrypt"}, flags...)...)
}

func (l *lifted) compile(args ...string) error {
	cmd := exec.Command("gcc", append([]string{"-w", "-O0", "-g", "-std=gnu17", "-fwrapv", "-fno-strict-aliasing", "-ffp-contract=off"}, args...)...)
	cmd.Dir = l.dir
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("gcc: %w\n%s", err, out)
	}
	return nil
}

// runLimit is how long a native run may take.
const runLimit = 4 * time.Second

// ran is what a native run did.
type ran struct {
	output []byte
	status int  // as a shell says it: signals are 128 and more
	late   bool // it was stopped
}

// prepare makes the folder of a run anew.
func (l *lifted) prepare(values []byte) error {
	work := filepath.Join(l.dir, "w")
	if err := errors.Join(os.RemoveAll(work), os.Mkdir(work, 0o755),
		os.WriteFile(filepath.Join(l.dir, "values"), values, 0o644), os.WriteFile(filepath.Join(l.dir, "stdin"), l.stdin, 0o644)); err != nil {
		return err
	}
	for _, f := range l.files {
		file := filepath.Join(work, f.Name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(file), 0o755), os.WriteFile(file, f.Data, 0o644)); err != nil {
			return err
		}
	}
	return nil
}

// run runs an executable under a configuration of the space.
func (l *lifted) run(name string, sp *confspace.Space, c confspace.Configuration, env ...string) (*ran, error) {
	values := make([][2]int64, len(l.lits)+1)
	for i := range l.lits {
		values[i] = [2]int64{l.lits[i].value, -1}
	}
	for o := range sp.Options {
		i, at := numbers(&sp.Options[o])
		values[i] = [2]int64{c[o], int64(at)}
	}
	var raw bytes.Buffer
	binary.Write(&raw, binary.LittleEndian, values)
	if err := l.prepare(raw.Bytes()); err != nil {
		return nil, err
	}
	stdin, err := os.Open(filepath.Join(l.dir, "stdin"))
	if err != nil {
		return nil, err
	}
	defer stdin.Close()
	r, w, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	defer r.Close()
	cmd := exec.Command(l.box, append([]string{filepath.Join(l.dir, name)}, l.args...)...)
	cmd.Dir, cmd.Stdin, cmd.Stdout = filepath.Join(l.dir, "w"), stdin, w
	cmd.Env = append(slices.Clone(l.env), env...)
	cmd.SysProcAttr = namespace()
	if err := cmd.Start(); err != nil {
		w.Close()
		return nil, err
	}
	w.Close()
	var late atomic.Bool
	stop := func() { late.Store(true); cmd.Process.Kill() }
	timer := time.AfterFunc(runLimit, stop)
	defer timer.Stop()
	got := &ran{}
	got.output, err = io.ReadAll(io.LimitReader(r, 1<<20))
	if len(got.output) == 1<<20 {
		stop()
	}
	cmd.Wait()
	got.status, got.late = cmd.ProcessState.ExitCode(), late.Load()
	return got, err
}

// numbers returns which literal an option is, and which of its bytes.
func numbers(o *confspace.Option) (i, at int) {
	fmt.Sscanf(o.Name, "lit_%d.%d", &i, &at)
	return i, at
}

// undefined returns what gcc's sanitizers say about a configuration, "" if nothing.
func (l *lifted) undefined(sp *confspace.Space, c confspace.Configuration) string {
	key := sp.FormatConfiguration(c)
	if text, ok := l.checked[key]; ok {
		return text
	}
	if _, err := os.Stat(filepath.Join(l.dir, "sanitized")); err != nil {
		if err := l.gcc("sanitized", "-fsanitize=address,undefined,float-cast-overflow", "-fno-sanitize=shift-base,signed-integer-overflow,alignment,nonnull-attribute", "-fno-sanitize-recover=all"); err != nil {
			return ""
		}
	}
	r, err := l.run("sanitized", sp, c, "ASAN_OPTIONS=detect_leaks=0:detect_stack_use_after_return=1:allocator_may_return_null=1")
	text := ""
	if err == nil {
		for line := range bytes.Lines(r.output) {
			for _, mark := range []string{"runtime error: ", "ERROR: AddressSanitizer: "} {
				if _, s, ok := bytes.Cut(line, []byte(mark)); ok && text == "" {
					text = string(bytes.TrimSpace(s))
				}
			}
		}
	}
	l.checked[key] = text
	return text
}
