package frontend

// This file defines the checker's state: scopes, positions and failures. The
// checker walks the parser's tree once and makes the checked tree of it.

import (
	"context"
	"fmt"
	"strings"

	"modernc.org/token"

	"github.com/confcov/confcov/explore/ir"
	"modernc.org/cc/v4"
)

// checker turns one translation unit into the checked tree.
type checker struct {
	files     []string // by ir.Pos.File; [0] is ""
	fileIndex map[string]uint16
	lastFile  string
	lastIndex uint16

	scope     *scope
	file      *scope    // the outermost scope
	fn        *function // the function being checked, nil outside
	globals   []*object // objects with linkage or static duration, in order of declaration
	byName    map[string]*object
	records   []*record
	openEnums []*enumType // those that were declared before they were defined
	strings   map[string]*object
	packs     map[string][]packEvent // by file
	checks    bool
	budget    budget

	labels              map[string]*label // of fn
	localLbls           []map[string]*label
	swtch               *switchContext
	loops               int      // nesting of statements that continue leaves
	breaks              int      // nesting of statements that break leaves
	count               int      // for names of unnamed objects
	dead                int      // > 0: within an operand that is not evaluated
	pending             []*expr  // what the types have evaluated that are being checked
	cleanups            *cleanup // of the variables in scope
	breakAt, continueAt *cleanup // those of the statement that break and continue leave
	static              int      // > 0: within the initialiser of a static variable of fn
}

// switchContext is the switch statement that case labels belong to.
type switchContext struct {
	stmt *stmt
	typ  *ctype
	seen map[uint64]bool
	wide []*stmt // cases of ranges whose values are not in seen
}

// scope is a C scope. Tags live in a name space of their own.
type scope struct {
	parent *scope
	names  map[string]*object
	tags   map[string]*tag
}

// tag is what a struct, union or enum tag names.
type tag struct {
	rec  *record
	enum *enumType
}

func (c *checker) push() { c.scope = &scope{parent: c.scope} }
func (c *checker) pop()  { c.scope = c.scope.parent }

func (c *checker) declare(o *object) {
	if c.scope.names == nil {
		c.scope.names = map[string]*object{}
	}
	c.scope.names[o.name] = o
}

func (c *checker) lookup(name string) *object {
	for s := c.scope; s != nil; s = s.parent {
		if o := s.names[name]; o != nil {
			return o
		}
	}
	if strings.HasPrefix(name, "__builtin_") {
		return c.libraryBuiltin(name)
	}
	return nil
}

func (c *checker) lookupTag(name string) *tag {
	for s := c.scope; s != nil; s = s.parent {
		if t := s.tags[name]; t != nil {
			return t
		}
	}
	return nil
}

func (c *checker) declareTag(name string, t *tag) {
	if c.scope.tags == nil {
		c.scope.tags = map[string]*tag{}
	}
	c.scope.tags[name] = t
}

// failure is the panic by which the checker and the lowering leave; it is
// recovered at the package's boundary.
type failure struct {
	pos  ir.Pos
	kind Kind
	msg  string
}

// fail leaves with a message. One about a type that is made of what is not supported says just that.
func fail(pos ir.Pos, format string, args ...any) {
	f := failure{pos, Invalid, fmt.Sprintf(format, args...)}
	for _, a := range args {
		if t, ok := a.(*ctype); ok {
			if u := t.unsupported(true); u != nil {
				f.kind, f.msg = Unsupported, u.name
			}
		}
	}
	panic(f)
}

// unsupported leaves with a message about C that the front end does not take.
func unsupported(pos ir.Pos, format string, args ...any) {
	panic(failure{pos, Unsupported, fmt.Sprintf(format, args...)})
}

// wantLayout fails unless values of type t have a size and members that are known, which they have not if t is, or
// has a member of, a type that is not supported.
func wantLayout(t *ctype, pos ir.Pos) {
	if u := t.unsupported(false); u != nil {
		fail(pos, "%s", u)
	}
}

// canceled is the panic by which the checker and the lowering leave when their context has ended.
type canceled struct{ err error }

// budget bounds the work on a source: the types of C can make few characters into much, as by nesting typeof.
type budget struct {
	ctx  context.Context
	used int
}

// step counts a step of the work at pos.
func (b *budget) step(pos func() ir.Pos) {
	b.used++
	if b.used%1024 == 0 && b.ctx.Err() != nil {
		panic(canceled{b.ctx.Err()})
	}
	if b.used > maxNodes {
		unsupported(pos(), "the source makes more than %d expressions, statements or instructions: divide it", maxNodes)
	}
}

// positioner is any node of the parser.
type positioner interface{ Position() token.Position }

// pos returns the position at which n begins.
func (c *checker) pos(n positioner) ir.Pos {
	p := n.Position()
	if p.Line <= 0 {
		return ir.Pos{}
	}
	if p.Filename != c.lastFile || c.lastIndex == 0 {
		i, ok := c.fileIndex[p.Filename]
		if !ok {
			i = uint16(len(c.files))
			c.files = append(c.files, p.Filename)
			c.fileIndex[p.Filename] = i
		}
		c.lastFile, c.lastIndex = p.Filename, i
	}
	return ir.Pos{File: c.lastIndex, Col: uint16(min(p.Column, 65535)), Line: uint32(p.Line)}
}

func newChecker(ctx context.Context) *checker {
	c := &checker{
		files:     []string{""},
		fileIndex: map[string]uint16{},
		scope:     &scope{},
		byName:    map[string]*object{},
		strings:   map[string]*object{},
		budget:    budget{ctx: ctx},
	}
	c.file = c.scope
	return c
}

// unit checks the whole translation unit.
func (c *checker) unit(tu *cc.TranslationUnit) {
	for ; tu != nil; tu = tu.TranslationUnit {
		d := tu.ExternalDeclaration
		if d == nil {
			continue
		}
		switch d.Case {
		case cc.ExternalDeclarationFuncDef:
			c.functionDefinition(d.FunctionDefinition)
		case cc.ExternalDeclarationDecl:
			c.declaration(d.Declaration, nil)
		case cc.ExternalDeclarationAsmStmt:
			if strings.Trim(d.AsmStatement.Asm.Token3.SrcStr(), "\" \t") != "" {
				unsupported(c.pos(d), "assembly at file scope")
			}
		}
	}
	for _, e := range c.openEnums {
		e.open = false
	}
}
