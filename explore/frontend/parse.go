package frontend

// This file is the way in: options, the host compiler's facts, parsing and checking.

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"regexp"
	"runtime/debug"
	"strings"
	"sync"

	"github.com/confcov/confcov/explore/ir"
	"github.com/confcov/confcov/explore/source"
	"modernc.org/cc/v4"
)

// Options say how a source is compiled.
type Options struct {
	IncludePaths       []string // searched by #include "f" and <f>, after the including file's folder (-I)
	SystemIncludePaths []string // searched next; nil: those of the host's gcc
	AfterPaths         []string // searched last (-idirafter)
	Defines            []string // NAME or NAME=VALUE
	Undefines          []string
	Lowering           ir.Lowering // of && and ||
	SubjectRoot        string      // files below it count for coverage and are named relative to it; "": no file counts
	NoGNUC             bool        // do not define __GNUC__
	Checks             bool        // check for signed overflow and the like: ir.OpCheckAdd to OpCheckAlign
	Prelude            string      // source text before the file
	CIL                bool        // name lines, and lower switches, as CIL does (lower_cil.go)
}

// Predefined macros that are not defined here: they announce types, or
// extensions of the instruction set, that the front end does not have.
var notPredefined = regexp.MustCompile(`(?m)^#define (__SIZEOF_INT128__|__SIZEOF_FLOAT128__|__SIZEOF_FLOAT80__|__MMX__|__SSE\w*__|__FXSR__|__SEG_\w+|__k8\w*|__OPTIMIZE\w*|__DEC\w+) .*\n`)

var gnuc = regexp.MustCompile(`(?m)^#define (__GNUC__|__GNUC_MINOR__|__GNUC_PATCHLEVEL__|__GNUC_STDC_INLINE__) .*\n`)

// What __DATE__, __TIME__ and __TIMESTAMP__ stand for: the moment at which every program was compiled. Equal sources so are equal
// programs. Native builds define the same (package gcc).
const (
	Date      = "Jan  1 2026"
	Time      = "00:00:00"
	Timestamp = "Thu Jan  1 00:00:00 2026"
)

var moment = fmt.Sprintf("#define __DATE__ %q\n#define __TIME__ %q\n#define __TIMESTAMP__ %q\n", Date, Time, Timestamp)

// predefined returns the predefined macros: with __GNUC__, and without.
var predefined = sync.OnceValue(func() (texts [2]string) {
	cfg, err := host(context.Background())
	if err != nil {
		return texts
	}
	texts[0] = notPredefined.ReplaceAllString(cfg.Predefined+"\n", "") + moment
	texts[1] = gnuc.ReplaceAllString(texts[0], "")
	return texts
})

// Source is a translation unit that was parsed and checked. It can be lowered
// any number of times, also concurrently.
type Source struct {
	Name  string
	c     *checker
	files []ir.File
	cil   bool
}

// Parse parses and checks a C source. The text is source, or filename's content if source is nil.
func Parse(ctx context.Context, filename string, source []byte, o *Options) (s *Source, err error) {
	c := newChecker(ctx)
	defer recoverFailure(c, filename, &err)
	ast, prag, err := parse(ctx, filename, source, o)
	if err != nil {
		return nil, err
	}
	c.packs, c.checks = prag.packs, o.Checks
	c.unit(ast.TranslationUnit)
	c.weaken(prag.weak)
	s = &Source{Name: displayName(filename, o.SubjectRoot), c: c, cil: o.CIL}
	for i, f := range c.files {
		if !filepath.IsAbs(f) && !strings.HasPrefix(f, "<") { // #line names it, from the folder of the source
			f = filepath.Join(filepath.Dir(filename), f)
		}
		file := ir.File{Name: displayName(f, o.SubjectRoot), Subject: below(f, o.SubjectRoot)}
		if i == 0 {
			file = ir.File{}
		}
		s.files = append(s.files, file)
	}
	return s, nil
}

// Lower parses, checks and lowers a C source.
func Lower(ctx context.Context, filename string, source []byte, o *Options) (*ir.Unit, error) {
	s, err := Parse(ctx, filename, source, o)
	if err != nil {
		return nil, err
	}
	return s.Lower(ctx, o.Lowering)
}

// recoverFailure turns a panic of the checker, the lowering or the parser into an error.
func recoverFailure(c *checker, filename string, err *error) {
	switch r := recover().(type) {
	case nil:
	case failure:
		e := &Error{Kind: r.kind, File: filename, Message: r.msg}
		if r.pos.IsValid() {
			e.File, e.Line, e.Col = c.files[r.pos.File], int(r.pos.Line), int(r.pos.Col)
		}
		*err = e
	case canceled:
		*err = r.err
	default:
		*err = &Error{Kind: Internal, File: filename, Message: fmt.Sprintf("%v\n%s", r, debug.Stack())}
	}
}

// parse reads, preprocesses and parses a source.
func parse(ctx context.Context, filename string, text []byte, o *Options) (*cc.AST, *pragmas, error) {
	h, err := host(ctx)
	if err != nil {
		return nil, nil, err
	}
	if text == nil {
		if text, _, err = source.Read(filename); err != nil {
			if errors.Is(err, source.ErrRefused) {
				err = &Error{File: filename, Message: err.Error()}
			}
			return nil, nil, err
		}
	} else if len(text) > source.MaxSize {
		return nil, nil, &Error{Kind: Unsupported, File: filename, Message: fmt.Sprintf("source larger than %d MiB: divide it", source.MaxSize>>20)}
	}
	cfg := *h
	sys := o.SystemIncludePaths
	if sys == nil {
		sys = h.HostSysIncludePaths
	}
	paths := append(append(append([]string{}, o.IncludePaths...), sys...), o.AfterPaths...)
	cfg.SysIncludePaths = paths
	cfg.IncludePaths = append([]string{""}, paths...)
	cfg.FSOnly = true
	u, err := guarded(ctx, func() (*parsed, error) { return parseBounded(ctx, cfg, filename, string(text), o) })
	if ctx.Err() != nil {
		return nil, nil, ctx.Err()
	}
	var limit *limitError
	switch {
	case errors.As(err, &limit):
		return nil, nil, parserError(filename, limit.error)
	case u != nil && u.prag.err != nil:
		return nil, nil, u.prag.err
	case err != nil:
		return nil, nil, explained(ctx, filename, text, o, err)
	}
	if err := u.prag.resolve(filename, string(text)); err != nil {
		return nil, nil, err
	}
	return u.ast, u.prag, nil
}

// parsed is what parsing a source makes.
type parsed struct {
	ast  *cc.AST
	prag *pragmas
}

// parseBounded parses a source within the bounds of limits.go.
func parseBounded(ctx context.Context, cfg cc.Config, filename, text string, o *Options) (*parsed, error) {
	rewritten := rewrite(text)
	text, err := scanText(filename, rewritten)
	if err != nil {
		return nil, &limitError{err}
	}
	macros := predefined()[0]
	if o.NoGNUC {
		macros = predefined()[1]
	}
	sources := []cc.Source{ // strings, since the parser appends to bytes that it is given
		{Name: "<predefined>", Value: macros},
		{Name: preludeName, Value: preludeText},
		{Name: "<command-line>", Value: commandLine(o)},
		{Name: filename, Value: enclosed(text)},
	}
	u := &parsed{}
	run := func(work int, exposing bool, parse func() error) (err error) {
		stop := &stopper{}
		defer func() {
			if recover() != nil {
				err = cmp.Or(stop.err, u.prag.unexposed(), errParser)
			}
		}()
		files := &includes{ctx: ctx, stop: stop, sizes: map[string]int64{}, exposing: exposing}
		u.prag = newPragmas(ctx, stop)
		u.prag.exposing = exposing
		cfg.ExpansionLimit, cfg.FS, cfg.PragmaHandler = work, files, u.prag.handle
		err = parse()
		switch {
		case files.err != nil && err != nil:
			return &limitError{placedAt(err, files.err)}
		case files.err != nil:
			return files.err
		}
		return err
	}
	parse := func() (err error) {
		u.ast, err = cc.Parse(&cfg, sources)
		return err
	}
	first := len(text) <= smallText
	if first {
		err = run(smallWork, false, parse)
	}
	if !first || beyondWork(err) {
		if err = run(maxWork, true, func() error { return measured(ctx, &cfg, filename, rewritten, sources) }); err == nil {
			err = run(maxWork, false, parse)
		}
		if beyondWork(err) {
			err = &limitError{placedAt(err, tooMuch("macros expand to too much (more than %d steps of the preprocessor)", maxWork))}
		}
	}
	if err == nil && u.ast == nil {
		err = errParser
	}
	return u, err
}

// commandLine is the source text of the options' macros.
func commandLine(o *Options) string {
	var b strings.Builder
	for _, d := range o.Defines {
		name, value, ok := strings.Cut(d, "=")
		if !ok {
			value = "1"
		}
		fmt.Fprintf(&b, "#define %s %s\n", name, value)
	}
	for _, u := range o.Undefines {
		fmt.Fprintf(&b, "#undef %s\n", u)
	}
	b.WriteString(o.Prelude)
	b.WriteString("\n")
	return b.String()
}

// below reports whether file lies under root.
func below(file, root string) bool {
	if root == "" {
		return false
	}
	r, ok := relative(file, root)
	return ok && r != ".." && !strings.HasPrefix(r, "../") && !strings.HasPrefix(file, "<")
}

func relative(file, root string) (string, bool) {
	f, err1 := filepath.Abs(file)
	r, err2 := filepath.Abs(root)
	if err1 != nil || err2 != nil {
		return "", false
	}
	rel, err := filepath.Rel(r, f)
	return filepath.ToSlash(rel), err == nil
}

// displayName is the name of a file as it is printed.
func displayName(file, root string) string {
	if below(file, root) {
		rel, _ := relative(file, root)
		return rel
	}
	return file
}
