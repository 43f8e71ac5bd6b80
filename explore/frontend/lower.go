package frontend

// This file lowers a checked unit: which symbols it defines and refers to.

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/confcov/confcov/explore/ir"
)

// unitLowerer makes an ir.Unit of a checked unit, which it does not change.
type unitLowerer struct {
	s       *Source
	how     ir.Lowering
	budget  budget
	unit    *ir.Unit
	index   map[*object]int32
	order   []*object // by symbol index; nil for unnamed constants
	cells   map[f80]int32
	types   map[*record]string // texts
	names   map[string]int     // how many static symbols have the name
	linked  map[string]int32   // symbols with external linkage
	labels  []labelReloc
	blocks  map[*label]int     // the blocks of labels, when their functions are lowered
	next    int                // symbols before it are emitted
	externs map[string]*object // library functions that the unit does not declare
}

// labelReloc is a relocation that refers to a label, whose block's index is known late.
// With minus, it is no relocation but the difference of two labels, size bytes at offset.
type labelReloc struct {
	sym          int32 // the object
	reloc        int
	label, minus *label
	offset, size uint64
}

// Lower makes the unit's intermediate representation.
func (s *Source) Lower(ctx context.Context, how ir.Lowering) (unit *ir.Unit, err error) {
	defer recoverFailure(s.c, s.Name, &err)
	l := &unitLowerer{
		s: s, how: how, budget: budget{ctx: ctx},
		unit:  &ir.Unit{Name: s.Name, Files: slices.Clone(s.files)},
		index: map[*object]int32{}, cells: map[f80]int32{}, types: map[*record]string{}, names: map[string]int{}, linked: map[string]int32{}, blocks: map[*label]int{}, externs: map[string]*object{},
	}
	for _, o := range s.c.globals {
		if l.root(o) {
			l.symbol(o)
		}
	}
	l.calledAround()
	for ; l.next < len(l.order); l.next++ {
		if o := l.order[l.next]; o != nil {
			l.define(int32(l.next), o)
		}
	}
	l.resolveLabels()
	l.structs()
	return l.unit, nil
}

// calledAround makes the objects by which the linker knows the constructors and destructors: their
// names sort in the order of the calls, their contents is the function's address.
func (l *unitLowerer) calledAround() {
	n := 0
	add := func(prefix string, priority int, o *object) {
		if priority == 0 || o.fn == nil {
			return
		}
		n++
		f := &expr{op: eVar, typ: o.typ, pos: o.pos, obj: o}
		l.symbol(&object{
			name: fmt.Sprintf("%s%05d.%05d", prefix, priority-1, n), kind: objVar, link: linkInternal, static: true, typ: tVoidPtr, pos: o.pos,
			defined: true, init: []initItem{{typ: tVoidPtr, value: &expr{op: eAddr, typ: tVoidPtr, pos: o.pos, a: f}}},
		})
	}
	for _, o := range l.s.c.globals {
		add(ir.InitPrefix, o.constructor, o)
		add(ir.FiniPrefix, o.destructor, o)
	}
}

// root reports whether o is emitted even if the unit does not refer to it.
func (l *unitLowerer) root(o *object) bool {
	switch {
	case o.alias != "":
		return true
	case o.kind == objFunc:
		return o.fn != nil && l.emitted(o) && !l.inlinedOnly(o) && (o.constructor > 0 || o.destructor > 0 || !o.inline || o.link == linkExternal && o.nonInline)
	case o.link == linkExternal:
		return o.defined || o.tentative
	}
	return false
}

// emitted reports whether the unit contains the body of the function o.
func (l *unitLowerer) emitted(o *object) bool {
	return o.fn != nil && (!o.forInlining() || l.alwaysInlined(o))
}

// forInlining reports whether the definition of o is no definition of its symbol.
func (o *object) forInlining() bool {
	return o.inline && o.gnuInline && o.link == linkExternal && o.extern
}

// alwaysInlined reports whether calls of o execute this body. Those of the C library's headers that pass all their further arguments on
// do what the function of their name does, which is called.
func (l *unitLowerer) alwaysInlined(o *object) bool {
	return o.always && !(o.fn.packs && !l.s.files[o.pos.File].Subject)
}

// inlinedOnly reports whether the body of o is the unit's own, whatever function has its name elsewhere.
func (l *unitLowerer) inlinedOnly(o *object) bool {
	return o.fn != nil && o.forInlining() && l.alwaysInlined(o)
}

// symbol returns the index of o's symbol.
func (l *unitLowerer) symbol(o *object) int32 {
	if i, ok := l.index[o]; ok {
		return i
	}
	name := o.symName
	if name == "" {
		name = o.name
	}
	static := o.link == linkInternal || l.inlinedOnly(o)
	if i, ok := l.linked[name]; ok && !static {
		l.merge(i, o)
		return i
	}
	i := int32(len(l.unit.Symbols))
	l.index[o] = i
	l.order = append(l.order, o)
	if !static {
		l.linked[name] = i
	}
	if static {
		if n := l.names[name]; n > 0 && o.owner != nil {
			l.names[name]++
			name = fmt.Sprintf("%s.%d", name, n)
		} else {
			l.names[name]++
		}
	}
	l.unit.Symbols = append(l.unit.Symbols, ir.Symbol{Name: name, Static: static, Weak: o.weak, Pos: o.pos, Kind: ir.SymUndefined})
	return i
}

// merge makes o another declaration of symbol i: asm labels and builtins give
// two declared names one symbol.
func (l *unitLowerer) merge(i int32, o *object) {
	l.index[o] = i
	old := l.order[i]
	has := func(o *object) bool {
		return o.alias != "" || o.kind == objFunc && l.emitted(o) || o.kind == objVar && (o.defined || o.tentative)
	}
	if has(old) || !has(o) {
		return
	}
	l.order[i] = o
	if int(i) < l.next {
		l.define(i, o)
	}
}

// define fills in the symbol of o.
func (l *unitLowerer) define(i int32, o *object) {
	s := &l.unit.Symbols[i]
	switch {
	case o.alias != "":
		s.Alias = o.alias
		s.Kind = ir.SymObject
		if o.kind == objFunc {
			s.Kind = ir.SymFunc
		}
		l.aliasTarget(o)
	case o.kind == objFunc && l.emitted(o):
		s.Weak = s.Weak || o.inline && o.link == linkExternal && !o.nonInline
		fn := l.function(o.fn)
		s = &l.unit.Symbols[i] // lowering may have added symbols
		s.Kind, s.Func = ir.SymFunc, fn
	case o.kind == objFunc:
		s.Static = false
	case o.defined || o.tentative:
		s.Common = o.tentative && !o.defined && !s.Static && !s.Weak
		g := l.global(i, o)
		s = &l.unit.Symbols[i]
		s.Kind, s.Global = ir.SymObject, g
	}
}

// aliasTarget makes sure that the target of an alias is emitted.
func (l *unitLowerer) aliasTarget(o *object) {
	t := l.s.c.byName[o.alias]
	if t == nil || !(t.fn != nil || t.defined || t.tentative || t.alias != "") {
		fail(o.pos, "%s is an alias of %s, which is not defined here", o.name, o.alias)
	}
	if t.kind != o.kind {
		fail(o.pos, "%s is an alias of %s, which is of another kind", o.name, o.alias)
	}
	l.symbol(t)
}

// cell returns the symbol of the read-only object that holds a long double.
func (l *unitLowerer) cell(v f80) int32 {
	if i, ok := l.cells[v]; ok {
		return i
	}
	i := int32(len(l.unit.Symbols))
	l.cells[v] = i
	l.order = append(l.order, nil)
	g := &ir.Global{Size: 16, Align: 16, ReadOnly: true, Init: v.bytes()}
	l.unit.Symbols = append(l.unit.Symbols, ir.Symbol{
		Name: fmt.Sprintf(".f80.%d", len(l.cells)), Static: true, Kind: ir.SymObject, Global: g,
	})
	return i
}

func (l *unitLowerer) resolveLabels() {
	for _, r := range l.labels {
		g := l.unit.Symbols[r.sym].Global
		b, ok := l.blocks[r.label]
		if !ok {
			fail(r.label.pos, "address of label %s of a function that is not emitted", r.label.name)
		}
		if r.minus != nil {
			data := make([]byte, max(r.offset+r.size, uint64(len(g.Init))))
			copy(data, g.Init)
			for i := range r.size {
				data[r.offset+i] = byte(int64(b-l.blocks[r.minus]) >> (8 * i))
			}
			g.Init = trimZeros(data)
			continue
		}
		g.Relocs[r.reloc].Addend += 1 + int64(b)
	}
}

// structs records the layout of every complete structure and union with a tag at file scope.
func (l *unitLowerer) structs() {
	for _, r := range l.s.c.records {
		t := l.s.c.file.tags[r.tag]
		if !r.complete || t == nil || t.rec != r || r.tag == "__va_list_tag" {
			continue
		}
		s := ir.StructInfo{Tag: "struct " + r.tag, Size: r.size, Align: max(1, r.align)}
		if r.union {
			s.Tag = "union " + r.tag
		}
		s.Fields = fieldInfos(nil, r, 0)
		l.unit.Structs = append(l.unit.Structs, s)
	}
	slices.SortFunc(l.unit.Structs, func(a, b ir.StructInfo) int { return cmp.Compare(a.Tag, b.Tag) })
}

func fieldInfos(list []ir.FieldInfo, r *record, base uint64) []ir.FieldInfo {
	for _, f := range r.members {
		switch {
		case f.name == "" && f.typ.isRecord():
			list = fieldInfos(list, f.typ.rec, base+f.offset)
		case f.name != "":
			i := ir.FieldInfo{Name: f.name, Offset: base + f.offset}
			if f.bits >= 0 {
				i.Bit, i.BitSize = f.bit, uint8(f.bits)
			}
			list = append(list, i)
		}
	}
	return list
}
