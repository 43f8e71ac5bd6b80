package frontend

// This file implements pragmas, #pragma pack above all. The parser reports pragmas while it
// preprocesses and has no place for them in its tree, so they are related to
// structures by their lines; a file that is included must therefore leave packing as it found it, and
// what is packed cannot include another.

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/confcov/confcov/explore/ir"
	"github.com/confcov/confcov/explore/source"
	"modernc.org/cc/v4"
	"modernc.org/token"
)

// packEvent is one #pragma pack: from its line on members are aligned to at most align, if that is not 0.
type packEvent struct {
	line, col int
	args      []string
	align     uint64
}

// weakSymbol is what #pragma weak says of a symbol.
type weakSymbol struct {
	alias string // the symbol that it stands for; "": none
}

// pragmas collects what the pragmas of a unit say.
type pragmas struct {
	files nesting
	once  map[string]bool // files with #pragma once
	packs map[string][]packEvent
	weak  map[string]weakSymbol // by name
	err   error                 // of a pragma that is not supported, or of a directive

	exposing bool   // conditions are: conditions.go
	exposed  *Error // of the condition that is being exposed, should it not be one
}

func newPragmas(ctx context.Context, stop *stopper) *pragmas {
	return &pragmas{
		files: nesting{ctx: ctx, stop: stop, entered: map[string]bool{}},
		once:  map[string]bool{}, packs: map[string][]packEvent{}, weak: map[string]weakSymbol{},
	}
}

// handle is told of a pragma's tokens.
func (p *pragmas) handle(toks []cc.Token) error {
	if len(toks) == 0 {
		return nil
	}
	pos := toks[0].Position()
	unsupported := func(what string) {
		if p.err == nil {
			p.err = &Error{File: pos.Filename, Line: pos.Line, Col: pos.Column, Kind: Unsupported, Message: what}
		}
	}
	switch toks[0].SrcStr() {
	case enterPragma:
		if p.files.enter(pos.Filename, p.once) {
			p.files.leave()
			return cc.SkipSource
		}
	case leavePragma:
		p.files.leave()
	case importPragma:
		p.files.fresh = true
	case conditionPragma:
		p.condition(toks)
	case expandedPragma:
		p.expanded(toks[1:])
	case exposedPragma:
		if err := p.unexposed(); err != nil {
			p.files.stop.stop(err)
		}
	case errorPragma:
		p.refuse(pos, toks)
	case "once":
		if p.once[pos.Filename] {
			p.files.leave()
			return cc.SkipSource
		}
		p.once[pos.Filename] = true
	case linePragma:
		unsupported("#line with a macro for its number")
	case "scalar_storage_order":
		if !slices.ContainsFunc(toks, func(t cc.Token) bool { return t.SrcStr() == "default" }) {
			unsupported("#pragma scalar_storage_order")
		}
	case "weak":
		switch args := words(toks[1:]); {
		case len(args) == 1:
			p.weak[args[0]] = weakSymbol{}
		case len(args) == 3 && args[1] == "=":
			p.weak[args[0]] = weakSymbol{alias: args[2]}
		}
	case "pack":
		e := packEvent{line: pos.Line, col: pos.Column, args: words(toks[1:])}
		p.packs[pos.Filename] = append(p.packs[pos.Filename], e)
	}
	return nil
}

// refuse is told of a directive that is none: of its column and what is wrong.
func (p *pragmas) refuse(pos token.Position, toks []cc.Token) {
	if p.err != nil || len(toks) < 3 {
		return
	}
	e := &Error{File: pos.Filename, Line: pos.Line, Col: pos.Column, Message: toks[2].SrcStr()}
	if col, err := strconv.Atoi(toks[1].SrcStr()); err == nil {
		e.Col = col
	}
	if text, err := strconv.Unquote(e.Message); err == nil {
		e.Message = text
	}
	p.err = e
}

// words returns the tokens but for punctuation.
func words(toks []cc.Token) (list []string) {
	for i := range toks {
		switch s := toks[i].SrcStr(); s {
		case "(", ")", ",", " ", "\n", "":
		default:
			list = append(list, s)
		}
	}
	return list
}

// weaken makes the symbols weak of which #pragma weak says that, wherever it stands.
func (c *checker) weaken(symbols map[string]weakSymbol) {
	for _, o := range c.globals {
		name := o.symName
		if name == "" {
			name = o.name
		}
		if w, ok := symbols[name]; ok && o.link == linkExternal {
			o.weak = true
			if w.alias != "" && !o.defined {
				o.alias = w.alias
			}
		}
	}
}

// elsewhere is a directive after which lines may be those of another file.
var elsewhere = regexp.MustCompile(`(?m)^[ \t]*#[ \t]*(?:include|line|\d)`)

// undisturbed reports whether the lines from from up to to, if that is not 0, are all of one file with this text.
func undisturbed(text string, from, to int) bool {
	if to == 0 {
		to = math.MaxInt
	}
	for _, m := range elsewhere.FindAllStringIndex(text, -1) {
		if line := 1 + strings.Count(text[:m[0]], "\n"); from < line && line < to {
			return false
		}
	}
	return true
}

// resolve computes the alignment after each #pragma pack. The main file's text is mainText.
func (p *pragmas) resolve(main, mainText string) error {
	for _, file := range slices.Sorted(maps.Keys(p.packs)) {
		events := p.packs[file]
		slices.SortStableFunc(events, func(a, b packEvent) int { return cmp.Compare(a.line, b.line) })
		events = slices.CompactFunc(events, func(a, b packEvent) bool { return a.line == b.line })
		p.packs[file] = events
		text := mainText
		if file != main {
			b, _, _ := source.Read(file) // "<...>": it includes nothing
			text = string(b)
		}
		var stack []uint64
		var cur uint64
		for i := range events {
			e := &events[i]
			bad := func(what string) error {
				return &Error{File: file, Line: e.line, Col: e.col, Kind: Unsupported, Message: "#pragma pack " + what}
			}
			set := len(e.args) == 0
			for _, a := range e.args {
				n, err := strconv.ParseUint(a, 10, 8)
				switch {
				case a == "push":
					stack = append(stack, cur)
				case a == "pop" && len(stack) > 0:
					cur, stack = stack[len(stack)-1], stack[:len(stack)-1]
				case err == nil && n <= 16 && n&(n-1) == 0:
					cur = n
				default:
					return bad(fmt.Sprintf("with %s", a))
				}
			}
			if set {
				cur = 0
			}
			e.align = cur
			if cur == 0 {
				continue
			}
			last, end := i == len(events)-1, 0
			if last && file != main {
				return bad("that the file does not undo")
			}
			if !last {
				end = events[i+1].line
			}
			if !undisturbed(text, e.line, end) {
				return bad("before #include or #line")
			}
		}
	}
	return nil
}

// packing returns the greatest alignment of members of a structure at pos; 0: any.
func (c *checker) packing(pos ir.Pos) uint64 {
	if len(c.packs) == 0 {
		return 0
	}
	align := uint64(0)
	for _, e := range c.packs[c.files[pos.File]] {
		if uint32(e.line) < pos.Line {
			align = e.align
		}
	}
	return align
}
