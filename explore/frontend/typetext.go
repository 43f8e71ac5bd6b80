package frontend

// This file says what types objects have, for ir.Global.

import (
	"fmt"
	"strings"
)

// typeLimit is the length of a type's text beyond which it is not said: structures of structures can make it long.
const typeLimit = 1 << 16

// typeText returns the text of an object's type; see ir.ParseType.
func (l *unitLowerer) typeText(t *ctype) string {
	switch {
	case t.isArith() && t.enum != nil:
		return "enum " + kindNames[t.kind]
	case t.isArith():
		return kindNames[t.kind]
	case t.kind == kPtr:
		return "*"
	case t.kind == kArray && t.length >= 0:
		return fmt.Sprintf("[%d]%s", t.length, l.typeText(t.elem))
	case t.isRecord():
		text, ok := l.types[t.rec]
		if !ok {
			text = l.recordText(t.rec)
			l.types[t.rec] = text
		}
		return text
	}
	return unknownType(t.sizeOf())
}

func unknownType(size uint64) string { return fmt.Sprintf("?%d", size) }

func (l *unitLowerer) recordText(r *record) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s%d{", map[bool]string{false: "struct", true: "union"}[r.union], r.size)
	first := true
	for _, f := range r.members {
		if f.name == "" && !f.typ.isRecord() {
			continue
		}
		if !first {
			b.WriteByte(';')
		}
		first = false
		fmt.Fprint(&b, f.offset)
		if f.bits >= 0 {
			fmt.Fprintf(&b, ":%d:%d", f.bit, f.bits)
		}
		b.WriteString(" " + f.name + " " + l.typeText(f.typ))
		if b.Len() > typeLimit {
			return unknownType(r.size)
		}
	}
	return b.String() + "}"
}
