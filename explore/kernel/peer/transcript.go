package peer

import (
	"fmt"
	"slices"
)

// This file records what a client did and received, and renders it.

// kind is what an entry of the transcript is.
type kind uint8

const (
	entrySent kind = iota
	entryReceived
	entryDataSent
	entryDataReceived
	entryNote
	entryChoice
)

var prefixes = [...]string{"> ", "< ", ">> ", "<< ", "# "}

// entry is an element of an immutable list, newest first.
type entry struct {
	kind    kind
	session int
	data    Data
	next    *entry
	depth   int // number of entries before this one

	// entryChoice: the entries that are there where the condition holds, and where it does not: lists, newest first,
	// that end at stop.
	cond any
	alts [2]*entry
	stop *entry
}

// chunk is an element of an immutable list of received data, newest first.
type chunk struct {
	data  Data
	next  *chunk
	depth int // number of chunks before this one
}

// then returns the list with one more chunk.
func (l *chunk) then(d Data) *chunk { return &chunk{d, l, l.count()} }

// count returns the number of chunks of a list.
func (l *chunk) count() int {
	if l == nil {
		return 0
	}
	return l.depth + 1
}

// since returns what was received after the list base.
func (l *chunk) since(base *chunk) Data {
	var parts []Data
	for ; l != base; l = l.next {
		parts = append(parts, l.data)
	}
	var d Data
	for i := len(parts) - 1; i >= 0; i-- {
		d.add(parts[i])
	}
	return d
}

func (c *Client) record(k kind, d Data) { c.recordOf(c.session(), k, d) }

// recordOf adds an entry about the session of a role.
func (c *Client) recordOf(role int, k kind, d Data) {
	c.log = (&entry{kind: k, session: role, data: d}).after(c.log)
}

// after makes e the next entry of a list.
func (e *entry) after(l *entry) *entry {
	e.next = l
	if l != nil {
		e.depth = l.depth + 1
	}
	return e
}

func (c *Client) note(format string, args ...any) { c.noteOf(c.session(), format, args...) }

// noteOf adds a note about the session of a role.
func (c *Client) noteOf(role int, format string, args ...any) {
	c.recordOf(role, entryNote, Data{Bytes: []byte(fmt.Sprintf(format, args...))})
}

// Transcript renders what happened so far to a client that was not joined with another.
func (c *Client) Transcript() Data {
	return c.TranscriptUnder(func(any) bool { panic("peer: a transcript depends on conditions") })
}

// TranscriptUnder renders what happened so far. decide answers about the conditions that clients were joined under.
func (c *Client) TranscriptUnder(decide func(cond any) bool) Data {
	var out Data
	c.render(&out, c.log, nil, decide)
	return out
}

// render appends the entries of list l after the entry base.
func (c *Client) render(out *Data, l, base *entry, decide func(cond any) bool) {
	for _, e := range l.since(base) {
		if e.kind == entryChoice {
			alt := e.alts[0]
			if !decide(e.cond) {
				alt = e.alts[1]
			}
			c.render(out, alt, e.stop, decide)
			continue
		}
		data := e.data.Under(decide)
		if e.kind == entryReceived && len(data.Bytes) == 0 {
			continue // messages that other configurations get
		}
		prefix := c.prefix(e)
		if e.kind == entryNote {
			out.add(Data{Bytes: []byte(prefix)})
			out.add(data)
			out.Bytes = append(out.Bytes, '\n')
			continue
		}
		render(out, prefix, data, e.kind == entrySent || e.kind == entryReceived)
	}
}

// prefix returns what lines of an entry begin with.
func (c *Client) prefix(e *entry) string {
	if e.session != 0 {
		return c.script.roles[e.session].name + " " + prefixes[e.kind]
	}
	return prefixes[e.kind]
}

// since returns the entries after base, oldest first.
func (l *entry) since(base *entry) []*entry {
	var all []*entry
	for ; l != base; l = l.next {
		all = append(all, l)
	}
	slices.Reverse(all)
	return all
}

// render writes lines; crlf says what ends them.
func render(out *Data, prefix string, d Data, crlf bool) {
	if len(d.Bytes) == 0 {
		out.Bytes = append(out.Bytes, prefix+"\\\n"...)
	}
	for from := 0; from < len(d.Bytes); {
		end := d.newline(from)
		line, suffix := Data{}, ""
		next := len(d.Bytes)
		switch {
		case end < 0:
			line, suffix = d.part(from, next), "\\"
		default:
			next = end + 1
			stop := end
			if crlf {
				b, ok := byte(0), false
				if end > from {
					b, ok = d.known(end - 1)
				}
				if ok && b == '\r' {
					stop--
				} else {
					suffix = "\\n"
				}
			}
			line = d.part(from, stop)
		}
		out.Bytes = append(out.Bytes, prefix...)
		escape(out, line)
		out.Bytes = append(out.Bytes, suffix+"\n"...)
		from = next
	}
}

func escape(out *Data, d Data) {
	for i := range d.Bytes {
		b, ok := d.known(i)
		if !ok {
			out.add(d.part(i, i+1))
			continue
		}
		out.Bytes = escapeByte(out.Bytes, b)
	}
}
