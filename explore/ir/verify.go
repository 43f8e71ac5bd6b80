package ir

// This file implements the verifier's checks of units and programs: symbols,
// files and objects. The checks of functions are in verify_func.go and
// verify_flow.go. What is checked:
//
//   - symbols: kinds and definitions agree, aliases have a target, names with
//     linkage are defined once; a program has neither undefined symbols nor aliases;
//   - objects: alignment, initial bytes and relocations lie within the size, the
//     relocations are sorted and do not overlap;
//   - functions: every block ends in a terminator whose successors exist, with the
//     number of them that its kind wants; indices, registers, symbols and
//     positions are in range; each instruction has the operands that its
//     operation has, and no others;
//   - widths: legal, conversions widen or narrow as they should, and no operand is
//     known to be wider than the operation that reads it;
//   - registers: a temporary (a register without a name) is assigned on every way
//     to its use; a variable of the program is assigned somewhere;
//   - logical regions: hidden blocks lie between a Logical terminator and its
//     Join, are entered through the terminator only, do not loop or return, so
//     that the join postdominates the terminator.

import (
	"errors"
	"fmt"
)

// maxRegs is the number of registers that a function may have.
const maxRegs = 1 << 20

// maxFindings is the number of errors after which verifying stops.
const maxFindings = 20

// Verify returns what is wrong with the unit, as one error joined from at most 20.
func Verify(u *Unit) error {
	v := verifier{name: u.Name, files: u.Files, syms: u.Symbols, unit: true}
	v.symbols()
	return errors.Join(v.errs...)
}

// VerifyProgram returns what is wrong with the program.
func VerifyProgram(p *Program) error {
	v := verifier{name: "program", files: p.Files, syms: p.Symbols}
	if p.Entry < 0 || int(p.Entry) >= len(p.Symbols) || p.Symbols[p.Entry].Kind != SymFunc {
		v.report("entry %d is not a function", p.Entry)
	}
	for i, a := range p.Aliases {
		if a.Sym < 0 || int(a.Sym) >= len(p.Symbols) {
			v.report("alias %s: no symbol %d", a.Name, a.Sym)
		}
		if i > 0 && p.Aliases[i-1].Name >= a.Name {
			v.report("alias %s: not sorted", a.Name)
		}
	}
	v.symbols()
	return errors.Join(v.errs...)
}

// verifier collects errors. The fields after errs say where it is.
type verifier struct {
	name  string
	files []File
	syms  []Symbol
	unit  bool
	errs  []error

	sym   string // of the symbol, "" outside
	fn    *Func
	block *Block
	instr int // index of the instruction; len(Instrs): the terminator; -1: none
	cfg   graph
}

// full reports whether enough errors were found.
func (v *verifier) full() bool { return len(v.errs) >= maxFindings }

// report adds an error with the place where the verifier is.
func (v *verifier) report(format string, args ...any) {
	if v.full() {
		return
	}
	where := v.name
	if v.sym != "" {
		where += ": " + v.sym
	}
	if v.block != nil {
		where += fmt.Sprintf(": block %d", v.block.Index)
		switch {
		case v.instr < 0:
		case v.instr < len(v.block.Instrs):
			in := &v.block.Instrs[v.instr]
			where += fmt.Sprintf(": instr %d (%s)%s", v.instr, FormatInstr(v.syms, v.fn, in), v.at(in.Pos))
		default:
			where += ": terminator" + v.at(v.block.Term.Pos)
		}
	}
	v.errs = append(v.errs, fmt.Errorf("%s: %s", where, fmt.Sprintf(format, args...)))
}

// at returns " at file:line:col", or nothing.
func (v *verifier) at(pos Pos) string {
	if !pos.IsValid() || int(pos.File) >= len(v.files) {
		return ""
	}
	return fmt.Sprintf(" at %s:%d:%d", v.files[pos.File].Name, pos.Line, pos.Col)
}

func (v *verifier) pos(pos Pos) {
	if int(pos.File) >= len(v.files) && pos != (Pos{}) {
		v.report("position in file %d of %d", pos.File, len(v.files))
	}
}

func (v *verifier) symbols() {
	names := make(map[string]int)
	for i := range v.syms {
		s := &v.syms[i]
		v.sym = fmt.Sprintf("%s %s", s.Kind, s.Name)
		v.pos(s.Pos)
		if !s.Static {
			if j, dup := names[s.Name]; dup {
				v.report("symbol %d has the same name", j)
			}
			names[s.Name] = i
		}
		v.symbol(s)
		if v.full() {
			return
		}
	}
}

func (v *verifier) symbol(s *Symbol) {
	if s.Name == "" {
		v.report("no name")
	}
	if s.Alias != "" {
		v.alias(s)
		return
	}
	if (s.Func != nil) != (s.Kind == SymFunc) || (s.Global != nil) != (s.Kind == SymObject) {
		v.report("kind and definition disagree")
		return
	}
	switch s.Kind {
	case SymFunc:
		v.function(s.Func)
	case SymObject:
		v.global(s.Global)
	case SymUndefined:
		if !v.unit {
			v.report("undefined in a program")
		}
		if s.Static || s.Common {
			v.report("undefined, but static or common")
		}
	case SymIntrinsic:
	default:
		v.report("invalid kind %d", s.Kind)
	}
	if s.Common && s.Kind != SymObject {
		v.report("common, but no object")
	}
}

func (v *verifier) alias(s *Symbol) {
	if !v.unit {
		v.report("alias in a program")
		return
	}
	if s.Func != nil || s.Global != nil || s.Common {
		v.report("alias with a definition of its own")
	}
	if s.Kind != SymFunc && s.Kind != SymObject {
		v.report("alias of kind %s", s.Kind)
	}
	target := aliasTarget(v.syms, s)
	if target < 0 {
		v.report("alias of %s, which the unit does not define", s.Alias)
	} else if v.syms[target].Kind != s.Kind {
		v.report("alias of %s, which is of kind %s", s.Alias, v.syms[target].Kind)
	}
}

// aliasTarget returns the index of the definition that alias s finally names;
// -1: none, or the aliases go round in a circle.
func aliasTarget(syms []Symbol, s *Symbol) int {
	for range syms {
		next := -1
		for i := range syms {
			if t := &syms[i]; t.Name == s.Alias && (t.Kind == SymFunc || t.Kind == SymObject) {
				next = i
				break
			}
		}
		if next < 0 || syms[next].Alias == "" {
			return next
		}
		s = &syms[next]
	}
	return -1
}

func (v *verifier) global(g *Global) {
	if g.Align == 0 || g.Align&(g.Align-1) != 0 {
		v.report("alignment %d", g.Align)
	}
	if uint64(len(g.Init)) > g.Size {
		v.report("%d initial bytes in an object of %d", len(g.Init), g.Size)
	}
	if g.Type != "" {
		if t, err := ParseType(g.Type); err != nil {
			v.report("%v", err)
		} else if t.Size > g.Size {
			v.report("size %d of an object of type %s", g.Size, g.Type)
		}
	}
	if g.Size >= 1<<32 {
		v.report("size %d is not addressable", g.Size)
	}
	end := uint64(0)
	for i, r := range g.Relocs {
		if i > 0 && r.Offset < end {
			v.report("relocation %d: not sorted, or overlaps the one before", i)
		}
		end = r.Offset + 8
		if end > g.Size || end < r.Offset {
			v.report("relocation %d: offset %d of %d", i, r.Offset, g.Size)
		}
		v.symRef(r.Sym)
	}
}

// symRef checks a reference to a symbol.
func (v *verifier) symRef(i int32) {
	if i < 0 || int(i) >= len(v.syms) {
		v.report("symbol %d of %d", i, len(v.syms))
	}
}
