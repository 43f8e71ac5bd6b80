package ir

// This file implements the parser of the textual form: the tokens of a line,
// and the lines of units and programs. The lines of functions are in parse_func.go.

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
)

// ParseUnit reads the textual form of a unit. The name is that of the text in errors.
func ParseUnit(name, text string) (*Unit, error) {
	p := parser{name: name}
	if err := p.parse(text, "unit"); err != nil {
		return nil, err
	}
	return &Unit{Name: p.unit, Files: p.files, Symbols: p.syms, Structs: p.structs}, nil
}

// ParseProgram reads the textual form of a program.
func ParseProgram(name, text string) (*Program, error) {
	p := parser{name: name}
	if err := p.parse(text, "program"); err != nil {
		return nil, err
	}
	return &Program{Files: p.files, Symbols: p.syms, Entry: p.entry, Aliases: p.aliases}, nil
}

// parser holds what was parsed so far. A token that is not as expected panics
// with a syntaxError, which parse returns as an error.
type parser struct {
	name   string
	lineno int
	toks   []string // of the current line; names in quotes keep the opening quote
	next   int

	unit    string
	files   []File
	structs []StructInfo
	syms    []Symbol
	entry   int32
	aliases []Name
	fn      *Func
	block   *Block
	last    *Symbol          // the definition that init and reloc lines belong to
	index   map[string]int32 // symbols by name
}

type syntaxError struct{ err error }

func (p *parser) fail(format string, args ...any) {
	panic(syntaxError{fmt.Errorf("%s:%d: %s", p.name, p.lineno, fmt.Sprintf(format, args...))})
}

// parse reads all lines; head is the word of the first one.
func (p *parser) parse(text, head string) (err error) {
	defer func() {
		if r := recover(); r != nil {
			e, ok := r.(syntaxError)
			if !ok {
				panic(r)
			}
			err = e.err
		}
	}()
	p.files = []File{{}}
	p.index = make(map[string]int32)
	lines := strings.Split(text, "\n")
	// Symbols may be used before they are defined: the first pass collects their names.
	for i, l := range lines {
		p.start(i+1, l)
		if len(p.toks) > 0 && isSymbolKind(p.toks[0]) {
			name := p.nameAt(1)
			if _, dup := p.index[name]; dup {
				p.index[name] = -1
			} else {
				p.index[name] = int32(len(p.syms))
			}
			p.syms = append(p.syms, Symbol{Name: name})
		}
	}
	n, seen := 0, false
	for i, l := range lines {
		p.start(i+1, l)
		if len(p.toks) == 0 {
			continue
		}
		if !seen {
			p.expect(head)
			p.head(head)
			seen = true
		} else if isSymbolKind(p.toks[0]) {
			p.definition(&p.syms[n])
			n++
		} else {
			p.item()
		}
		if p.next < len(p.toks) {
			p.fail("unexpected %s", p.toks[p.next])
		}
	}
	if !seen {
		return errors.New(p.name + ": empty")
	}
	return nil
}

func isSymbolKind(s string) bool {
	return s == "alias" || s == "undefined" || s == "func" || s == "object" || s == "intrinsic"
}

// start splits a line into tokens.
func (p *parser) start(n int, line string) {
	p.lineno, p.toks, p.next = n, p.toks[:0], 0
	for i := 0; i < len(line); {
		c := line[i]
		j := i + 1
		switch {
		case c == ' ' || c == '\t' || c == '\r':
			i++
			continue
		case c == '/' && j < len(line) && line[j] == '/':
			return
		case c == '"':
			q, err := strconv.QuotedPrefix(line[i:])
			if err != nil {
				p.fail("bad string")
			}
			s, err := strconv.Unquote(q)
			if err != nil {
				p.fail("bad string")
			}
			p.toks = append(p.toks, `"`+s)
			i += len(q)
			continue
		case isNameByte(c):
			for j < len(line) && isNameByte(line[j]) {
				j++
			}
		}
		p.toks = append(p.toks, line[i:j])
		i = j
	}
}

// peek returns the next token, "" at the end of the line.
func (p *parser) peek() string {
	if p.next < len(p.toks) {
		return p.toks[p.next]
	}
	return ""
}

func (p *parser) take() string {
	t := p.peek()
	if t == "" {
		p.fail("unexpected end of line")
	}
	p.next++
	return t
}

// accept takes the next token if it is tok.
func (p *parser) accept(tok string) bool {
	if p.next < len(p.toks) && p.toks[p.next] == tok {
		p.next++
		return true
	}
	return false
}

func (p *parser) expect(tok string) {
	if !p.accept(tok) {
		p.fail("want %s, have %q", tok, p.peek())
	}
}

// nameAt returns the name or quoted string at token i.
func (p *parser) nameAt(i int) string {
	if i >= len(p.toks) {
		p.fail("name missing")
	}
	t := p.toks[i]
	if strings.HasPrefix(t, `"`) {
		return t[1:]
	}
	if !isName(t) {
		p.fail("%q is not a name", t)
	}
	return t
}

func (p *parser) ident() string {
	s := p.nameAt(p.next)
	p.next++
	return s
}

// number parses a token that is a number of at most limit.
func (p *parser) number(limit uint64) uint64 {
	return p.parseNumber(p.take(), limit)
}

func (p *parser) parseNumber(t string, limit uint64) uint64 {
	n, err := strconv.ParseUint(t, 0, 64)
	if err != nil || n > limit {
		p.fail("bad number %q", t)
	}
	return n
}

// offset parses " + n", " - n" or nothing.
func (p *parser) offset() uint64 {
	switch {
	case p.accept("+"):
		return p.number(math.MaxUint64)
	case p.accept("-"):
		return -p.number(math.MaxUint64)
	}
	return 0
}

// pos parses an optional position.
func (p *parser) pos() Pos {
	if !p.accept("!") {
		return Pos{}
	}
	var pos Pos
	pos.File = uint16(p.number(math.MaxUint16))
	p.expect(":")
	pos.Line = uint32(p.number(math.MaxUint32))
	p.expect(":")
	pos.Col = uint16(p.number(math.MaxUint16))
	return pos
}

// id parses an optional id of coverage.
func (p *parser) id() uint32 {
	if !p.accept("#") {
		return 0
	}
	return uint32(p.number(math.MaxUint32))
}

// symbol parses a reference.
func (p *parser) symbol() int32 {
	p.expect("@")
	name := p.ident()
	if p.accept("#") {
		i := int32(p.number(math.MaxUint32))
		if i < 0 || int(i) >= len(p.syms) {
			p.fail("symbol %s#%d is not defined", name, uint32(i))
		}
		return i
	}
	i, ok := p.index[name]
	if !ok {
		p.fail("symbol %s is not defined", name)
	}
	if i < 0 {
		p.fail("symbol %s is not unique", name)
	}
	return i
}

func (p *parser) head(head string) {
	if head == "program" {
		p.entry = p.symbol()
		return
	}
	p.unit = p.ident()
}

// item parses a line that does not define a symbol.
func (p *parser) item() {
	if len(p.toks) >= 2 && p.toks[1] == ":" {
		p.blockHead()
		return
	}
	switch t := p.peek(); t {
	case "file":
		p.next++
		f := File{Name: p.ident(), Subject: p.accept("subject")}
		if len(p.files) >= math.MaxUint16 {
			p.fail("too many files")
		}
		p.files = append(p.files, f)
	case "struct":
		p.next++
		p.structHead()
	case "field":
		p.next++
		p.field()
	case "name":
		p.next++
		name := p.ident()
		p.expect("=")
		p.aliases = append(p.aliases, Name{name, p.symbol()})
	case "init", "reloc":
		p.next++
		if p.last == nil || p.last.Global == nil {
			p.fail("%s outside an object", t)
		}
		p.contents(p.last.Global, t)
	default:
		p.funcItem()
	}
}

func (p *parser) structHead() {
	s := StructInfo{Tag: p.ident()}
	p.expect("size")
	s.Size = p.number(math.MaxUint64)
	p.expect("align")
	s.Align = p.number(math.MaxUint64)
	p.structs = append(p.structs, s)
}

func (p *parser) field() {
	if len(p.structs) == 0 {
		p.fail("field outside a struct")
	}
	f := FieldInfo{Name: p.ident()}
	p.expect("offset")
	f.Offset = p.number(math.MaxUint64)
	if p.accept("bit") {
		f.Bit = uint8(p.number(math.MaxUint8))
		p.expect("width")
		f.BitSize = uint8(p.number(math.MaxUint8))
	}
	s := &p.structs[len(p.structs)-1]
	s.Fields = append(s.Fields, f)
}

func (p *parser) contents(g *Global, what string) {
	if what == "init" {
		g.Init = append(g.Init, p.ident()...)
		return
	}
	r := Reloc{Offset: p.number(math.MaxUint64)}
	r.Sym = p.symbol()
	r.Addend = int64(p.offset())
	g.Relocs = append(g.Relocs, r)
}

// definition parses the line that defines s.
func (p *parser) definition(s *Symbol) {
	p.fn, p.block, p.last = nil, nil, s
	kind := p.take()
	p.next++ // the name
	if kind == "alias" {
		p.expect("=")
		s.Alias = p.ident()
		kind = p.take()
	}
	for k, name := range symbolKinds {
		if name == kind && k != int(SymInvalid) {
			s.Kind = SymbolKind(k)
		}
	}
	if s.Kind == SymInvalid {
		p.fail("bad kind %q", kind)
	}
	s.Static = p.accept("static")
	s.Weak = p.accept("weak")
	s.Common = p.accept("common")
	switch {
	case s.Kind == SymObject && p.accept("size"):
		g := &Global{Size: p.number(math.MaxUint64)}
		p.expect("align")
		g.Align = uint32(p.number(math.MaxUint32))
		g.ReadOnly = p.accept("readonly")
		if p.accept("type") {
			g.Type = p.ident()
		}
		s.Global = g
	case s.Kind == SymFunc && p.peek() != "!" && p.peek() != "":
		p.funcHead(s)
		return
	}
	s.Pos = p.pos()
}
