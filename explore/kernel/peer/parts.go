package peer

import "fmt"

// This file takes a transcript apart, so that it can be rendered for many configurations at a time.

// Part is an entry of a transcript.
type Part struct {
	Data Data // with texts that depend on conditions

	prefix string // of each line
	note   bool   // it is one line as it is
	some   bool   // it is nothing at all where it has no bytes
	crlf   bool   // lines end in CR LF, else LF
}

// Walker visits what was recorded under conditions.
type Walker interface {
	// Enter begins what is there where the condition holds, or does not, among what is being visited; false passes over it. Leave ends it.
	Enter(cond any, holds bool) bool
	Leave()
	// Part is an entry, after the one visited before wherever both are there.
	Part(p *Part)
}

// Walk visits the entries of which TranscriptUnder renders, one after another, those that are there.
func (c *Client) Walk(w Walker) { c.walk(w, c.log, nil) }

// walk visits the entries of list l after the entry base.
func (c *Client) walk(w Walker, l, base *entry) {
	for _, e := range l.since(base) {
		if e.kind != entryChoice {
			w.Part(&Part{
				Data: e.data, prefix: c.prefix(e), note: e.kind == entryNote, some: e.kind == entryReceived, crlf: e.kind == entrySent || e.kind == entryReceived,
			})
			continue
		}
		for i, holds := range []bool{true, false} {
			if w.Enter(e.cond, holds) {
				c.walk(w, e.alts[i], e.stop)
				w.Leave()
			}
		}
	}
}

// Column is where rendering of a part stands behind some of its bytes.
type Column uint8

const (
	Beginning Column = iota // no byte has come
	LineStart               // behind a line feed
	InLine
	BehindReturn // in a line, behind a carriage return that is not rendered yet

	Columns = 4
)

// Render appends what known bytes of the part are rendered as behind what left rendering in column at, and returns where it stands then.
func (p *Part) Render(out []byte, at Column, b []byte) ([]byte, Column) {
	if p.note {
		if at == Beginning && len(b) > 0 {
			out, at = append(out, p.prefix...), InLine
		}
		return append(out, b...), at
	}
	for _, c := range b {
		if at == Beginning || at == LineStart {
			out = append(out, p.prefix...)
		}
		if at == BehindReturn && c != '\n' {
			out = append(out, `\r`...)
		}
		switch {
		case c == '\n' && p.crlf && at != BehindReturn:
			out, at = append(out, "\\n\n"...), LineStart
		case c == '\n':
			out, at = append(out, '\n'), LineStart
		case c == '\r' && p.crlf:
			at = BehindReturn
		default:
			out, at = escapeByte(out, c), InLine
		}
	}
	return out, at
}

// RenderUnknown is Render of a byte that is not known, which stands for itself.
func (p *Part) RenderUnknown(out []byte, at Column) ([]byte, Column) {
	switch {
	case p.note && at != Beginning:
	case at == Beginning || at == LineStart:
		out = append(out, p.prefix...)
	case at == BehindReturn:
		out = append(out, `\r`...)
	}
	return append(out, '?'), InLine
}

// End appends what a part ends in that stands in column at behind its last byte.
func (p *Part) End(out []byte, at Column) []byte {
	switch {
	case p.some && at == Beginning:
	case p.note && at == Beginning:
		return append(append(out, p.prefix...), '\n')
	case p.note:
		return append(out, '\n')
	case at == Beginning:
		return append(append(out, p.prefix...), "\\\n"...)
	case at == InLine:
		return append(out, "\\\n"...)
	case at == BehindReturn:
		return append(out, "\\r\\\n"...)
	}
	return out
}

// escapeByte appends a byte of a line.
func escapeByte(out []byte, b byte) []byte {
	switch {
	case b == '\\':
		return append(out, `\\`...)
	case b == '\r':
		return append(out, `\r`...)
	case b == '\t':
		return append(out, `\t`...)
	case b < ' ' || b > 126:
		return fmt.Appendf(out, `\x%02x`, b)
	}
	return append(out, b)
}
