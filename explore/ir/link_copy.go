package ir

// This file implements the second half of linking: it copies the definitions
// of a program out of their units and rewrites the indices of symbols and files.

import (
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
)

// noAddress is the new index of a weak symbol that nothing defines.
const noAddress int32 = -2

// copier makes the program.
type copier struct {
	*linker
	prog  *Program
	index map[definition]int32 // symbols of the program by definition
	intr  map[string]int32     // intrinsics by name
	files map[File]uint16
	undef map[string]string // undefined names, and where they are first used

	// Of the unit of the definition being copied:
	unit    int
	symMap  []int32 // new index + 1, 0: not known yet
	fileMap []uint16
	slab    []Instr
}

// program builds the program of what was marked.
func (l *linker) program() (*Program, error) {
	order, intrinsics := l.kept()
	c := &copier{
		linker: l, prog: &Program{Files: []File{{}}, Entry: -1, Symbols: make([]Symbol, 0, len(order)+len(intrinsics))},
		index: make(map[definition]int32, len(order)), intr: make(map[string]int32),
		files: map[File]uint16{{}: 0}, undef: make(map[string]string), unit: -1,
	}
	for i, d := range order {
		c.index[d] = int32(i)
	}
	for _, name := range slices.Sorted(maps.Keys(intrinsics)) {
		c.intr[name] = int32(len(order) + len(c.intr))
	}
	for _, d := range order {
		if err := c.definition(d); err != nil {
			return nil, err
		}
	}
	for _, name := range slices.Sorted(maps.Keys(intrinsics)) {
		c.prog.Symbols = append(c.prog.Symbols, Symbol{Name: name, Kind: SymIntrinsic})
		c.prog.Units = append(c.prog.Units, "")
	}
	c.aliases()
	if err := c.missing(); err != nil {
		return nil, err
	}
	entry, ok := c.prog.Lookup(l.override(l.opts.Entry))
	if !ok || c.prog.Symbols[entry].Kind != SymFunc {
		return nil, fmt.Errorf("the start function %s is not defined", l.opts.Entry)
	}
	c.prog.Entry = entry
	return c.prog, errors.Join(c.around(InitPrefix, "__confcov_init"), c.around(FiniPrefix, "__confcov_fini"))
}

// InitPrefix and FiniPrefix begin the names of objects that hold the address of a function that is called
// before and after main. The calls are in the order of the names.
const InitPrefix, FiniPrefix = ".init_array.", ".fini_array."

// around stores the addresses of the functions of prefix in the table with the given name.
func (c *copier) around(prefix, name string) error {
	var list []int
	for i := range c.prog.Symbols {
		if s := &c.prog.Symbols[i]; strings.HasPrefix(s.Name, prefix) && s.Kind == SymObject && len(s.Global.Relocs) == 1 {
			list = append(list, i)
		}
	}
	if len(list) == 0 {
		return nil
	}
	slices.SortStableFunc(list, func(a, b int) int { return strings.Compare(c.prog.Symbols[a].Name, c.prog.Symbols[b].Name) })
	t, ok := c.prog.Lookup(name)
	if !ok || c.prog.Symbols[t].Global == nil {
		return fmt.Errorf("functions are to be called before or after main, but %s is not defined", name)
	}
	g := c.prog.Symbols[t].Global
	if uint64(len(list))*8 >= g.Size {
		return fmt.Errorf("more than %d functions are to be called before or after main", g.Size/8-1)
	}
	for i, s := range list {
		r := c.prog.Symbols[s].Global.Relocs[0]
		r.Offset = uint64(i) * 8
		g.Relocs = append(g.Relocs, r)
	}
	return nil
}

// missing returns the error that lists the undefined symbols.
func (c *copier) missing() error {
	for _, name := range c.opts.Keep {
		if _, ok := c.table[c.override(name)]; !ok && !c.intrinsic(name) && c.undef[name] == "" {
			c.undef[name] = "kept"
		}
	}
	var errs []error
	for _, name := range slices.Sorted(maps.Keys(c.undef)) {
		errs = append(errs, fmt.Errorf("%s: undefined: %s", c.undef[name], name))
	}
	return errors.Join(errs...)
}

// aliases lists the aliases of definitions in the program.
func (c *copier) aliases() {
	for name, d := range c.table {
		if c.symbol(d).Alias == "" {
			continue
		}
		r := c.target(d)
		if r.intrinsic != "" || r.missing || c.intrinsic(name) {
			continue
		}
		if i, ok := c.index[r.def]; ok {
			c.prog.Aliases = append(c.prog.Aliases, Name{name, i})
		}
	}
	slices.SortFunc(c.prog.Aliases, func(a, b Name) int { return strings.Compare(a.Name, b.Name) })
}

// enter makes unit the one whose definitions are copied.
func (c *copier) enter(unit int) error {
	if c.unit == unit {
		return nil
	}
	u := c.units[unit]
	c.unit = unit
	c.symMap = make([]int32, len(u.Symbols))
	c.fileMap = make([]uint16, len(u.Files))
	for i, f := range u.Files {
		n, ok := c.files[f]
		if !ok {
			if len(c.prog.Files) > math.MaxUint16 {
				return fmt.Errorf("%s: more than %d source files", u.Name, math.MaxUint16)
			}
			n = uint16(len(c.prog.Files))
			c.files[f] = n
			c.prog.Files = append(c.prog.Files, f)
		}
		c.fileMap[i] = n
	}
	return nil
}

func (c *copier) pos(p Pos) Pos {
	if int(p.File) < len(c.fileMap) {
		p.File = c.fileMap[p.File]
	}
	return p
}

// sym returns the new index of a symbol of the unit, used at pos.
func (c *copier) sym(i int32, pos Pos) int32 {
	if n := c.symMap[i]; n != 0 {
		return n - 1
	}
	d := definition{c.unit, i}
	r := c.resolve(d)
	var n int32
	switch {
	case r.null:
		n = noAddress
	case r.missing:
		name := c.override(c.symbol(d).Name)
		if c.undef[name] == "" {
			if !pos.IsValid() {
				pos = c.symbol(d).Pos
			}
			c.undef[name] = c.place(c.unit, pos)
		}
		return noAddress
	case r.intrinsic != "":
		n = c.intr[r.intrinsic]
	default:
		n = c.index[r.def]
	}
	c.symMap[i] = n + 1
	return n
}

// definition copies one definition; it becomes the program's next symbol.
func (c *copier) definition(d definition) error {
	if err := c.enter(d.unit); err != nil {
		return err
	}
	s := *c.symbol(d)
	if s.Global != nil {
		s.Global = c.global(s.Name, s.Global, s.Common, s.Pos)
	}
	if s.Func != nil {
		s.Func = c.function(s.Func)
	}
	s.Pos = c.pos(s.Pos)
	s.Common = false
	// A definition that yields to another one, but that an alias names, has no name to others.
	s.Static = s.Static || c.table[s.Name] != d
	c.prog.Symbols = append(c.prog.Symbols, s)
	c.prog.Units = append(c.prog.Units, c.units[d.unit].Name)
	return nil
}

// global copies an object. Of tentative definitions the largest counts.
func (c *copier) global(name string, from *Global, common bool, pos Pos) *Global {
	g := *from
	if common {
		for _, u := range c.units {
			for i := range u.Symbols {
				if s := &u.Symbols[i]; s.Name == name && s.Common && s.Global != nil {
					g.Size, g.Align = max(g.Size, s.Global.Size), max(g.Align, s.Global.Align)
				}
			}
		}
	}
	if len(from.Relocs) == 0 {
		return &g
	}
	g.Relocs = make([]Reloc, 0, len(from.Relocs))
	copied := false
	for _, r := range from.Relocs {
		if r.Sym = c.sym(r.Sym, pos); r.Sym != noAddress {
			g.Relocs = append(g.Relocs, r)
			continue
		}
		if !copied {
			g.Init, copied = slices.Clone(g.Init), true
		}
		for i := range uint64(8) {
			for uint64(len(g.Init)) <= r.Offset+i {
				g.Init = append(g.Init, 0)
			}
			g.Init[r.Offset+i] = byte(uint64(r.Addend) >> (8 * i))
		}
	}
	return &g
}

func (c *copier) function(from *Func) *Func {
	f := *from
	f.Pos = c.pos(f.Pos)
	f.Locals = slices.Clone(f.Locals)
	for i := range f.Locals {
		f.Locals[i].Pos = c.pos(f.Locals[i].Pos)
	}
	edges, marks := 0, 0
	for _, b := range from.Blocks {
		edges += len(b.Term.Succs)
		marks += len(b.Lines)
	}
	edgeSlab, markSlab := make([]Edge, 0, edges), make([]LineMark, 0, marks)
	blocks := make([]Block, len(from.Blocks))
	f.Blocks = make([]*Block, len(from.Blocks))
	for i, old := range from.Blocks {
		b := &blocks[i]
		*b = *old
		f.Blocks[i] = b
		edgeSlab = append(edgeSlab, old.Term.Succs...)
		b.Term.Succs = edgeSlab[len(edgeSlab)-len(old.Term.Succs) : len(edgeSlab) : len(edgeSlab)]
		markSlab = append(markSlab, old.Lines...)
		b.Lines = markSlab[len(markSlab)-len(old.Lines) : len(markSlab) : len(markSlab)]
		for j := range b.Lines {
			b.Lines[j].Pos = c.pos(b.Lines[j].Pos)
		}
		b.Term.Pos = c.pos(b.Term.Pos)
		b.Instrs = c.instrs(&f, b, old.Instrs)
	}
	return &f
}

// alloc returns space for n instructions.
func (c *copier) alloc(n int) []Instr {
	if len(c.slab) < n {
		c.slab = make([]Instr, max(n, 4096))
	}
	s := c.slab[:n:n]
	c.slab = c.slab[n:]
	return s
}

// instrs copies the instructions of b, a block of f.
func (c *copier) instrs(f *Func, b *Block, from []Instr) []Instr {
	to := c.alloc(len(from))
	copy(to, from)
	nullCalls := 0
	for i := range to {
		in := &to[i]
		if in.Op == OpSymAddr || in.Op == OpCall && in.Sym >= 0 {
			in.Sym = c.sym(in.Sym, in.Pos)
			if in.Sym == noAddress {
				if in.Op == OpCall {
					nullCalls++
				} else {
					in.Op, in.Sym = OpConst, -1
				}
			}
		}
		in.Pos = c.pos(in.Pos)
	}
	for i := len(to) - 1; i >= 0 && nullCalls > 0; i-- {
		if in := &to[i]; in.Op == OpCall && in.Sym == noAddress {
			// A call of nothing: of the function at address 0.
			in.Sym, in.A = -1, Reg(f.Regs)
			zero := Instr{Op: OpConst, Dst: in.A, A: NoReg, B: NoReg, C: NoReg, Sym: -1, Pos: in.Pos}
			f.Regs++
			to = slices.Insert(to, i, zero)
			for j := range b.Lines {
				if b.Lines[j].Instr > i {
					b.Lines[j].Instr++
				}
			}
			nullCalls--
		}
	}
	return to
}
