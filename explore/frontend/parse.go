package frontend

// This file is the way in: options, the host compiler's facts, parsing and checking.

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"runtime/debug"
	"strings"
	"sync"

	"github.com/confcov/confcov/explore/ir"
	"modernc.org/cc/v4"
)

// Options say how a source is compiled.
type Options struct {
	IncludePaths       []string // searched by #include "f" and <f>, after the including file's folder (-I)
	SystemIncludePaths []string // searched next; nil: those of the host's gcc
	AfterPaths         []string // searched last (-idirafter)
	Defines            []string // NAME or NAME=VALUE
	Undefines          []string
	ExpandLogical      bool   // every operand of && and || that decides is a branch of its own
	SubjectRoot        string // files below it count for coverage and are named relative to it; "": no file counts
	NoGNUC             bool   // do not define __GNUC__
	Checks             bool   // check for signed overflow and the like: ir.OpCheckAdd to OpCheckAlign
	Prelude            string // source text before the file
}

// host is what the host's gcc says of itself, asked once.
var host = sync.OnceValues(func() (*cc.Config, error) { return cc.NewConfig("linux", "amd64") })

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
	cfg, err := host()
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
}

// Parse parses and checks a C source. The text is source, or filename's content if source is nil.
func Parse(ctx context.Context, filename string, source []byte, o *Options) (s *Source, err error) {
	c := newChecker()
	defer recoverFailure(c, filename, &err)
	ast, prag, err := parse(ctx, filename, source, o)
	if err != nil {
		return nil, err
	}
	c.packs, c.checks = prag.packs, o.Checks
	c.unit(ast.TranslationUnit)
	c.weaken(prag.weak)
	s = &Source{Name: displayName(filename, o.SubjectRoot), c: c}
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
	return s.Lower(o.ExpandLogical)
}

// recoverFailure turns a panic of the checker, the lowering or the parser into an error.
func recoverFailure(c *checker, filename string, err *error) {
	switch r := recover().(type) {
	case nil:
	case failure:
		e := &Error{File: filename, Message: r.msg}
		if r.pos.IsValid() {
			e.File, e.Line, e.Col = c.files[r.pos.File], int(r.pos.Line), int(r.pos.Col)
		}
		*err = e
	default:
		*err = &Error{File: filename, Message: fmt.Sprintf("internal error: %v\n%s", r, debug.Stack())}
	}
}

func parse(ctx context.Context, filename string, source []byte, o *Options) (*cc.AST, *pragmas, error) {
	h, err := host()
	if err != nil {
		return nil, nil, fmt.Errorf("facts of the host's C compiler: %w", err)
	}
	cfg := *h
	sys := o.SystemIncludePaths
	if sys == nil {
		sys = h.HostSysIncludePaths
	}
	paths := append(append(append([]string{}, o.IncludePaths...), sys...), o.AfterPaths...)
	cfg.SysIncludePaths = paths
	cfg.IncludePaths = append([]string{""}, paths...)
	cfg.ExpansionLimit = 20_000_000
	cfg.FS = rewrittenHeaders{}
	prag := &pragmas{once: map[string]bool{}, packs: map[string][]packEvent{}, weak: map[string]weakSymbol{}}
	cfg.PragmaHandler = prag.handle
	macros := predefined()[0]
	if o.NoGNUC {
		macros = predefined()[1]
	}
	if source == nil {
		if source, err = os.ReadFile(filename); err != nil {
			return nil, nil, err
		}
	}
	// A string, since the parser appends to bytes that it is given; and newlines, since it
	// does not end where a file ends in a continued line.
	main := cc.Source{Name: filename, Value: rewrite(string(source)) + "\n\n"}
	sources := []cc.Source{
		{Name: "<predefined>", Value: macros},
		{Name: preludeName, Value: preludeText},
		{Name: "<command-line>", Value: commandLine(o)},
		main,
	}
	ast, err := guarded(ctx, &cfg, sources)
	if err != nil && ctx.Err() == nil {
		broken := errors.Is(err, errParser) || strings.HasSuffix(err.Error(), "internal error")
		told, valid := diagnose(ctx, filename, source, o)
		switch {
		case valid:
			e := parserError(filename, err)
			e.Message = "unsupported: " + e.Message
			if prag.err == nil {
				prag.err = e
			}
		case broken && told != nil:
			err = told
		}
	}
	switch {
	case err != nil && ctx.Err() != nil:
		return nil, nil, ctx.Err()
	case prag.err != nil:
		return nil, nil, prag.err
	case err != nil:
		return nil, nil, parserError(filename, err)
	}
	if err := prag.resolve(filename, string(source)); err != nil {
		return nil, nil, err
	}
	return ast, prag, nil
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
