package build

// This file makes a subject's program ready to explore: compile, link, number, load.

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"maps"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"syscall"

	"golang.org/x/sync/errgroup"

	"github.com/confcov/confcov/coverage"
	"github.com/confcov/confcov/explore"
	"github.com/confcov/confcov/explore/frontend"
	"github.com/confcov/confcov/explore/guard"
	"github.com/confcov/confcov/explore/ir"
	"github.com/confcov/confcov/explore/libc"
	"github.com/confcov/confcov/explore/path"
	"github.com/confcov/confcov/explore/unitcache"
	"github.com/confcov/confcov/subjects"
	"github.com/confcov/confcov/subjects/fetch"
)

// Program is a subject's program in the lowerings that are explored. Its Universe has the elements of all criteria.
type Program struct {
	Subject  *subjects.Subject
	Prepared *subjects.Prepared
	Universe *coverage.Universe
	Loaded   map[path.Mode]*explore.Program
	Digest   string // of all that the program was made from
}

// Error is a mistake in a subject: its source does not compile or link, or the subject names what the source does not have.
type Error struct{ Err error }

func (e *Error) Error() string { return e.Err.Error() }
func (e *Error) Unwrap() error { return e.Err }

func errorf(format string, args ...any) error { return &Error{fmt.Errorf(format, args...)} }

// builder compiles the files of a subject.
type builder struct {
	subject *subjects.Subject
	modes   []path.Mode
	options frontend.Options
	cache   *unitcache.Cache
	headers *unitcache.Headers

	mu        sync.Mutex      // of compiling
	compiling map[string]bool // the files that are being compiled, or were when it ended
}

// place names the files that are being compiled, for an error.
func (b *builder) place() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	if len(b.compiling) == 0 {
		return ""
	}
	return strings.Join(slices.Sorted(maps.Keys(b.compiling)), ", ") + ": "
}

// Points returns the places at which the options become symbolic; which of them do is for each test to say.
func Points(s *subjects.Subject, options []int) []explore.Point {
	if s.Symbolic.Func == "" {
		return nil
	}
	return []explore.Point{{Function: s.Symbolic.Func, Return: true, Options: options, Once: true}}
}

// Options say how a program is built.
type Options struct {
	Modes  []path.Mode          // that are explored
	Jobs   int                  // files compiled at a time; 0: as many as there are processors
	Checks bool                 // the subject's code checks for undefined arithmetic
	Log    func(string, ...any) // is told of slow steps; nil: nobody is
	Memory int64                // bytes that compiling may add to the heap; 0: DefaultMemory, negative: no limit

	Library *libc.Archive // of programs built before; nil: it is opened
}

// DefaultMemory is what Options.Memory is if nothing else is said. Large programs need a quarter of it.
const DefaultMemory = 4 << 30

// Subject compiles and links the subject's program, in the lowerings of o.Modes.
func Subject(ctx context.Context, s *subjects.Subject, p *subjects.Prepared, o Options) (*Program, error) {
	watched, stop := guard.Memory(ctx, cmp.Or(o.Memory, DefaultMemory))
	defer stop()
	b := &builder{subject: s, modes: modesFor(o.Modes), compiling: map[string]bool{}}
	prog, err := b.build(watched, p, o)
	var memory *guard.MemoryError
	switch cause := context.Cause(watched); {
	case err == nil || ctx.Err() != nil:
	case errors.As(cause, &memory):
		return nil, fmt.Errorf("%scompiling takes %w: raise --limit-memory, compile fewer files at a time (--jobs 1), or divide the source", b.place(), memory)
	case errors.As(cause, new(*guard.Error)):
		return nil, cause
	}
	return prog, err
}

// build compiles and links the program.
func (b *builder) build(ctx context.Context, p *subjects.Prepared, o Options) (*Program, error) {
	s := b.subject
	if err := frontend.Ready(ctx); err != nil {
		return nil, err
	}
	cache, err := fetch.CacheDir()
	if err != nil {
		return nil, err
	}
	units := unitcache.Open(cache, frontend.Version())
	archive := o.Library
	if archive == nil {
		if archive, err = libc.Open(ctx, libc.Options{Fetch: fetch.Options{Log: o.Log}, Units: units, Jobs: o.Jobs}); err != nil {
			return nil, err
		}
	}
	b.cache = units
	b.options = frontend.Options{
		IncludePaths: append(slices.Clone(p.Include), archive.IncludeDir()), AfterPaths: p.IncludeAfter,
		Defines: s.Build.Defines, SubjectRoot: p.Dir, Checks: o.Checks, CIL: s.CIL,
	}
	system, err := systemIncludes(ctx)
	if err != nil {
		return nil, err
	}
	b.headers = unitcache.NewHeaders(slices.Concat(b.options.IncludePaths, system, b.options.AfterPaths))
	files, err := b.compile(ctx, p.Files, o.Jobs)
	if err != nil {
		return nil, err
	}
	linked, err := Link(ctx, archive, files)
	var unresolved *LinkError
	switch {
	case errors.As(err, &unresolved):
		return nil, errorf("link %s: %w", s.Name, unresolved.Err)
	case err != nil:
		return nil, err
	}
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if s.Unreferenced != "" {
		linked.excludeUnreferred()
	}
	if err := checkExclusions(s, files[b.modes[0]]); err != nil {
		return nil, err
	}
	if err := checkOptions(s, linked.Programs[b.modes[0]]); err != nil {
		return nil, err
	}
	prog := &Program{Subject: s, Prepared: p}
	if prog.Digest, err = digest(slices.Concat(files[path.Both], linked.members)); err != nil {
		return nil, err
	}
	if prog.Universe, prog.Loaded, err = linked.Load(ctx, Points(s, nil)); err != nil {
		return nil, fmt.Errorf("load %s: %w", s.Name, err)
	}
	return prog, nil
}

// modesFor returns the modes to compile for: the universe is that of path.Both, from which the other lowerings follow.
func modesFor(modes []path.Mode) []path.Mode {
	return slices.Compact(slices.Sorted(slices.Values(append(slices.Clone(modes), path.Both))))
}

// compile returns the subject's units by lowering, in the order of its files.
func (b *builder) compile(ctx context.Context, files []string, jobs int) (map[path.Mode][]*ir.Unit, error) {
	n := len(files)
	units := map[path.Mode][]*ir.Unit{}
	for _, mode := range b.modes {
		units[mode] = make([]*ir.Unit, n)
	}
	g, ctx := errgroup.WithContext(ctx)
	if jobs <= 0 {
		jobs = runtime.GOMAXPROCS(0)
	}
	g.SetLimit(jobs)
	for i, name := range b.subject.Build.Files {
		g.Go(guard.In(name, func() error {
			lowered, err := b.file(ctx, files[i], name)
			if err != nil {
				return err
			}
			for k, mode := range b.modes {
				b.exclude(lowered[k])
				units[mode][i] = lowered[k]
			}
			return nil
		}))
	}
	if err := g.Wait(); err != nil {
		var place *frontend.Error
		if errors.As(err, &place) {
			return nil, &Error{err}
		}
		return nil, err
	}
	return units, nil
}

// digest hashes the units of a program. Of the names of files outside the subject, which say in what
// folders the C library and the host's headers are, only the last parts count.
func digest(units []*ir.Unit) (string, error) {
	h := sha256.New()
	for _, u := range units {
		c := *u
		c.Files = slices.Clone(u.Files)
		for i := range c.Files {
			if f := &c.Files[i]; filepath.IsAbs(f.Name) {
				f.Name = filepath.Base(f.Name)
			}
		}
		if err := ir.Encode(h, &c); err != nil {
			return "", err
		}
	}
	return fmt.Sprintf("%x", h.Sum(nil)), nil
}

// file lowers one file for each mode, or finds it in the cache.
func (b *builder) file(ctx context.Context, file, name string) (units []*ir.Unit, err error) {
	units = make([]*ir.Unit, len(b.modes))
	b.mu.Lock()
	b.compiling[name] = true
	b.mu.Unlock()
	defer func() {
		if err == nil {
			b.mu.Lock()
			defer b.mu.Unlock()
			delete(b.compiling, name)
		}
	}()
	sum, cached := b.headers.Sum(file, nil)
	key := fmt.Sprintf("%x %q %q %q %v %v", sum, name, b.options.Defines, b.options.SubjectRoot, b.options.Checks, b.options.CIL)
	var source *frontend.Source
	for i, mode := range b.modes {
		k := unitcache.NewKey("subject", key, mode.String())
		if cached {
			units[i] = b.cache.Get(k)
		}
		if units[i] == nil {
			if source == nil {
				if source, err = frontend.Parse(ctx, file, nil, &b.options); err != nil {
					return units, err
				}
			}
			if units[i], err = source.Lower(ctx, lowering(mode)); err != nil {
				return units, err
			}
			if cached {
				b.cache.Put(k, units[i]) // without it the next run lowers it again
			}
		}
	}
	return units, nil
}

// exclude takes code out of the universe of coverage.
func (b *builder) exclude(u *ir.Unit) {
	for i := range u.Files {
		if b.subject.Excluded(u.Files[i].Name, "") != "" {
			u.Files[i].Subject = false
		}
	}
	for i := range u.Symbols {
		s := &u.Symbols[i]
		if s.Kind == ir.SymFunc && s.Func.Subject && b.subject.Excluded(u.Files[s.Func.Pos.File].Name, s.Func.Name) != "" {
			s.Func.Subject = false
		}
	}
}

// systemIncludes returns the folders in which the host's gcc looks for <...>.
func systemIncludes(ctx context.Context) ([]string, error) {
	cmd := exec.CommandContext(ctx, "gcc", "-E", "-v", "-x", "c", "/dev/null")
	cmd.Env = append(cmd.Environ(), "LC_ALL=C")
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} // an interruption from the terminal is for confcov
	var out bytes.Buffer
	cmd.Stderr = &out // what it preprocesses is not wanted
	err := cmd.Run()
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if err != nil {
		return nil, fmt.Errorf("ask gcc for its include folders: %w (install gcc; `confcov doctor` checks)", err)
	}
	var dirs []string
	inside := false
	for line := range bytes.Lines(out.Bytes()) {
		text := strings.TrimSpace(string(line))
		switch {
		case strings.HasPrefix(text, "#include <...>"):
			inside = true
		case strings.HasPrefix(text, "End of search list"):
			inside = false
		case inside:
			dirs = append(dirs, text)
		}
	}
	return dirs, nil
}
