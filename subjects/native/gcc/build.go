package gcc

// This file builds programs.

import (
	"bytes"
	"context"
	"crypto/sha256"
	"debug/elf"
	_ "embed"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"

	"golang.org/x/sync/errgroup"

	"github.com/confcov/confcov/explore/guard"
	"github.com/confcov/confcov/subjects/fetch"
	"github.com/confcov/confcov/subjects/native/confine"
)

//go:embed runtime/runtime.c
var runtimeSource []byte

//go:embed runtime/counters.ld
var countersScript []byte

// Source is a file of a program.
type Source struct {
	Path string // where it is
	Name string // relative to the root of the source, as traces name it

	Flags []string // instead of the build's; nil: those
}

// Function is one of a source.
type Function struct{ File, Name string } // File as traces name it

// Build is what a program is made of.
type Build struct {
	Dir       string // where it is built, and gcov's files lie; it must exist
	Sources   []Source
	Flags     []string   // for the compiler, after those of this package
	Libraries []string   // without -l
	Exclude   []string   // paths, or beginnings of them, whose functions and lines are not of the program
	Without   []Function // functions that are not of the program, either

	// Unconfined says that the compiler and the program run as confcov itself does. Otherwise nothing of the host is within their
	// reach (package confine), and where that is not possible Compile fails with confine.ErrUnavailable.
	Unconfined bool

	support []string // folders of the recorder
}

// Program is a program that was built. Its methods can be called at once.
type Program struct {
	Path      string // of the executable
	build     Build
	functions []function
	names     []string // of functions, sorted
	objects   map[string]object
	counters  uint64     // size of gcov's counters
	graphs    [][]*graph // of the functions, by file of notes; nil: read the lines by gcov
	idle      idle
	notes     []string   // gcov's files about the sources, without .gcno
	gcov      sync.Mutex // held while gcov's counts are on the disk

	Reading atomic.Int64 // nanoseconds in which counts of lines were read, in all runs
}

type function struct {
	name          string
	file          string // the base name of its source, of a static one; else ""
	address, size uint64
	index         uint32 // in names
	outside       bool   // not of the program
}

type object struct{ address, size uint64 }

// forking are functions that gcc would replace by ones that write gcov's counts.
var forking = []string{"fork", "execl", "execv", "execlp", "execle", "execvp", "execve"}

// recorded takes back what keeps calls from being recorded: functions that gcc is told to inline, whose lines gcov besides counts where they
// are called, and those that are not to be instrumented.
var recorded = []string{
	"-Dalways_inline=unused", "-D__always_inline__=__unused__",
	"-Dno_instrument_function=unused", "-D__no_instrument_function__=__unused__",
}

// Moment is the moment at which every program was compiled, as explore/frontend has it. gcc's SOURCE_DATE_EPOCH does not cover __TIMESTAMP__.
var Moment = []string{
	"-Wno-builtin-macro-redefined",
	`-D__DATE__="Jan  1 2026"`, `-D__TIME__="00:00:00"`, `-D__TIMESTAMP__="Thu Jan  1 00:00:00 2026"`,
}

// ErrMissing says that gcc or gcov is not there.
var ErrMissing = errors.New("native runs need gcc and gcov: apt-get install gcc")

// ErrExhausted says that a compiler failed for want of space, not because of the program.
var ErrExhausted = errors.New("gcc cannot work here")

// ErrMemory says that a compiler failed for want of memory or was killed, because of the program or the machine.
var ErrMemory = errors.New("gcc runs out of memory or is killed")

// Compile builds a program.
func Compile(ctx context.Context, b Build) (*Program, error) {
	p := &Program{Path: filepath.Join(b.Dir, "program"), build: b}
	if len(b.Sources) == 0 {
		return nil, fmt.Errorf("a program without sources")
	}
	object, script, err := support(ctx)
	if err != nil {
		return nil, err
	}
	p.build.support = []string{filepath.Dir(object), filepath.Dir(script)}
	if !b.Unconfined {
		if err := confine.Give(b.Dir); err != nil {
			return nil, err
		}
	}
	compile := []string{
		"-c", "-pipe", "-w", "-O0", "-fwrapv", "-ffp-contract=off", "--coverage", "-fdata-sections", "-fno-pie",
		// Without this the ends of variables' lives are code, which all ways out of a block share, on the line of the first of them.
		"-fstack-reuse=none",
		"-pg", "-mfentry", "-minstrument-return=call", "-fcf-protection=none",
	}
	for _, name := range forking {
		compile = append(compile, "-fno-builtin-"+name)
	}
	compile = append(compile, Moment...)
	err = p.make(ctx, append(slices.Clone(compile), recorded...), object, script)
	if err != nil && ctx.Err() == nil && !errors.Is(err, ErrExhausted) && !errors.Is(err, ErrMemory) {
		err = p.make(ctx, compile, object, script) // what is defined for inlining only must be inlined
	}
	if err != nil {
		return nil, err
	}
	return p, p.readSymbols()
}

// make compiles the program's files with these flags, and links them with the recorder.
func (p *Program) make(ctx context.Context, compile []string, object, script string) (err error) {
	b := &p.build
	if p.notes, err = compileAll(ctx, b, compile); err != nil {
		return err
	}
	link := []string{"-o", p.Path, "--coverage", "-no-pie", object, "-Wl,--wrap=__gcov_exit,-T," + script}
	for _, note := range p.notes {
		link = append(link, note+".o")
	}
	for _, f := range b.Flags {
		if f == "-static" || f == "-pthread" || strings.HasPrefix(f, "-Wl,") || strings.HasPrefix(f, "-L") {
			link = append(link, f)
		}
	}
	for _, lib := range b.Libraries {
		link = append(link, "-l"+lib)
	}
	return b.tool(ctx, "gcc", link...)
}

// compileAll compiles the files of a program, several at once, and returns the names of the object files without .o.
func compileAll(ctx context.Context, b *Build, compile []string) ([]string, error) {
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(runtime.GOMAXPROCS(0))
	var names []string
	for i, s := range b.Sources {
		name := fmt.Sprintf("%04d", i)
		names = append(names, name)
		group.Go(guard.Func(func() error {
			flags := s.Flags
			if flags == nil {
				flags = b.Flags
			}
			return b.tool(ctx, "gcc", slices.Concat(compile, flags, []string{"-o", name + ".o", s.Path})...)
		}))
	}
	return names, group.Wait()
}

// tool runs a compiler in the build's folder, where it leaves its temporary files too.
func (b *Build) tool(ctx context.Context, name string, args ...string) error {
	var out bytes.Buffer
	err := b.run(ctx, name, &out, &out, args...)
	switch {
	case err == nil:
		return nil
	case ctx.Err() != nil:
		return ctx.Err()
	case Exhaustion(out.Bytes()) != nil:
		return Exhaustion(out.Bytes())
	case errors.Is(err, exec.ErrNotFound):
		return fmt.Errorf("%w (%v)", ErrMissing, err)
	}
	return fmt.Errorf("%s: %w\n%s", name, err, out.Bytes())
}

// run runs a compiler, confined unless the build is not.
func (b *Build) run(ctx context.Context, name string, stdout, stderr io.Writer, args ...string) error {
	if b.Unconfined {
		cmd := command(ctx, b.Dir, name, args...)
		cmd.Stdout, cmd.Stderr = stdout, stderr
		return cmd.Run()
	}
	s, err := confine.Tool(b.Dir, b.readable(), name, args...)
	if err != nil {
		return err
	}
	return confine.Run(ctx, s, stdout, stderr)
}

// readable returns the files of the host that are needed to compile: the folders of the sources and of the headers.
func (b *Build) readable() []string {
	var list []string
	for _, s := range b.Sources {
		if root, ok := strings.CutSuffix(s.Path, "/"+s.Name); ok {
			list = append(list, root)
		} else {
			list = append(list, filepath.Dir(s.Path))
		}
	}
	for i, f := range b.Flags {
		for _, prefix := range []string{"-I", "-isystem", "-idirafter", "-iquote", "-L"} {
			switch dir, ok := strings.CutPrefix(f, prefix); {
			case ok && dir == "" && i+1 < len(b.Flags):
				list = append(list, b.Flags[i+1])
			case ok:
				list = append(list, dir)
			}
		}
	}
	list = slices.DeleteFunc(list, func(name string) bool { return !filepath.IsAbs(name) })
	slices.Sort(list)
	return slices.Compact(append(list, b.support...))
}

// command returns a tool that runs in dir. It has a process group of its own: an interruption from
// the terminal reaches confcov alone, which ends the tool with all that it started; the tool does not seem to fail by itself.
func command(ctx context.Context, dir, name string, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "LC_ALL=C", "TMPDIR="+dir)
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	return cmd
}

// exhaustion are the messages of compilers that have too little of something.
var exhaustion = []struct {
	mark string
	err  error
}{
	{"No space left on device", ErrExhausted},
	{"Disk quota exceeded", ErrExhausted},
	{"Cannot allocate memory", ErrMemory},
	{"out of memory", ErrMemory},
	{"memory exhausted", ErrMemory},
	{"Killed signal", ErrMemory},
	{"CPU time limit exceeded", ErrMemory},
}

// Exhaustion returns the error of a compiler that says in out that it has too little of something: ErrExhausted or ErrMemory, with the line that
// says it.
func Exhaustion(out []byte) error {
	for line := range bytes.Lines(out) {
		for _, e := range exhaustion {
			if bytes.Contains(line, []byte(e.mark)) {
				return fmt.Errorf("%w: %s", e.err, bytes.TrimSpace(line))
			}
		}
	}
	return nil
}

// support returns the compiled runtime and the linker's script, which are kept in the cache.
func support(ctx context.Context) (object, script string, err error) {
	cache, err := fetch.CacheDir()
	if err != nil {
		return "", "", err
	}
	hash := sha256.Sum256(append(slices.Clone(runtimeSource), countersScript...))
	dir := filepath.Join(cache, "native", "runtime-"+hex.EncodeToString(hash[:])[:12])
	object, script = filepath.Join(dir, "runtime.o"), filepath.Join(dir, "counters.ld")
	if _, err := os.Stat(object); err == nil {
		return object, script, nil
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return "", "", fmt.Errorf("runtime of native programs: %w", err)
	}
	temp, err := os.MkdirTemp(dir, "part")
	if err != nil {
		return "", "", fmt.Errorf("runtime of native programs: %w", err)
	}
	defer os.RemoveAll(temp)
	for name, data := range map[string][]byte{"runtime.c": runtimeSource, "counters.ld": countersScript} {
		if err := os.WriteFile(filepath.Join(temp, name), data, 0o644); err != nil {
			return "", "", fmt.Errorf("runtime of native programs: %w", err)
		}
	}
	own := Build{Dir: temp, Unconfined: true} // the recorder is confcov's
	if err := own.tool(ctx, "gcc", "-O2", "-fno-pie", "-mgeneral-regs-only", "-ffreestanding", "-fno-tree-loop-distribute-patterns", "-c", "runtime.c"); err != nil {
		return "", "", fmt.Errorf("runtime of native programs: %w", err)
	}
	for _, name := range []string{"counters.ld", "runtime.o"} { // the object last: it says that all is there
		if err := os.Rename(filepath.Join(temp, name), filepath.Join(dir, name)); err != nil {
			return "", "", fmt.Errorf("runtime of native programs: %w", err)
		}
	}
	return object, script, nil
}

// Knows reports whether the program has an object that is referred to so: NAME, or FILE:NAME or FILE:LINE:NAME of a static one.
func (p *Program) Knows(object string) bool {
	_, ok := p.objects[reference(object)]
	return ok
}

// reference returns a reference as symbol tables have it, with the base name of its file and without a line.
func reference(name string) string {
	if file, rest, ok := strings.Cut(name, ":"); ok {
		return filepath.Base(file) + ":" + rest[strings.LastIndexByte(rest, ':')+1:]
	}
	return name
}

// is reports whether a reference means f.
func (f *function) is(name string) bool {
	name = reference(name)
	return f.name == name || f.file+":"+f.name == name
}

// readSymbols reads the executable's symbol table.
func (p *Program) readSymbols() error {
	f, err := elf.Open(p.Path)
	if err != nil {
		return fmt.Errorf("%s: %w", p.Path, err)
	}
	defer f.Close()
	symbols, err := f.Symbols()
	if err != nil {
		return fmt.Errorf("%s: %w", p.Path, err)
	}
	if s := f.Section(".confcov_counters"); s != nil {
		p.counters = s.Size
	}
	own, err := p.instrumented()
	if err != nil {
		return err
	}
	if s := f.Section(".confcov_counters"); s != nil && p.graphs != nil && !p.findCounters(symbols, s.Addr) {
		p.graphs = nil
	}
	p.objects = map[string]object{}
	global := map[string]bool{}
	file := "" // local symbols come after that of their file
	for _, s := range symbols {
		switch kind := elf.ST_TYPE(s.Info); {
		case kind == elf.STT_FILE:
			file = filepath.Base(s.Name)
		case s.Section == elf.SHN_UNDEF:
		case kind == elf.STT_FUNC:
			if inside, ok := own[s.Name]; ok {
				f := function{name: s.Name, address: s.Value, size: s.Size, outside: !inside}
				if elf.ST_BIND(s.Info) == elf.STB_LOCAL {
					f.file = file
				}
				p.functions = append(p.functions, f)
				p.names = append(p.names, s.Name)
			}
		case kind == elf.STT_OBJECT:
			// Of objects of one name the global one counts, else the first.
			_, known := p.objects[s.Name]
			g := elf.ST_BIND(s.Info) != elf.STB_LOCAL
			if !known || g && !global[s.Name] {
				p.objects[s.Name], global[s.Name] = object{s.Value, s.Size}, g
			}
			if !g {
				p.objects[file+":"+s.Name] = object{s.Value, s.Size}
			}
		}
	}
	slices.Sort(p.names)
	p.names = slices.Compact(p.names)
	slices.SortStableFunc(p.functions, func(a, b function) int {
		switch {
		case a.address < b.address:
			return -1
		case a.address > b.address:
			return 1
		}
		return 0
	})
	// Aliases have one address: the first name counts.
	p.functions = slices.CompactFunc(p.functions, func(a, b function) bool { return a.address == b.address })
	for i := range p.functions {
		f := &p.functions[i]
		n, _ := slices.BinarySearch(p.names, f.name)
		f.index = uint32(n)
	}
	return nil
}
