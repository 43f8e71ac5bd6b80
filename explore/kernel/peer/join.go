package peer

import (
	"bytes"
	"maps"
)

// This file joins clients.

// Join makes c stand for both clients, which perform the same script: for itself where cond holds, and for o elsewhere.
// It returns "" if it did; otherwise c is as it was, and why names what differs. They must be at the same step and
// know the same of the server as far as it matters to the script; what they have recorded may differ.
func (c *Client) Join(o *Client, cond any) (why string) {
	switch {
	case c.script != o.script:
		return "peer's script"
	case c.step != o.step || c.ended != o.ended || c.sent != o.sent:
		return "peer's step"
	case len(c.sessions) != len(o.sessions):
		return "peer's sessions"
	case c.target != o.target:
		return "peer's signals"
	case !c.sameCaptures(o):
		return "peer's captures"
	case !sameChunks(c.got, o.got) && !c.records():
		return "peer's received data"
	}
	for i := range c.sessions {
		if !c.sessions[i].alike(&o.sessions[i], i != c.session() || c.looksBack()) {
			return "peer's sessions"
		}
	}
	c.log = joinLogs(c.log, o.log, cond)
	c.got = joinChunks(c.got, o.got, cond)
	return ""
}

// sameCaptures reports whether both have captured the same, as far as it is used later.
func (c *Client) sameCaptures(o *Client) bool {
	if c.captures == o.captures {
		return true
	}
	for name, last := range c.script.uses {
		if last <= c.step {
			continue
		}
		a, okA := c.captured(name)
		b, okB := o.captured(name)
		if okA != okB || !bytes.Equal(a, b) {
			return false
		}
	}
	return true
}

// records reports whether the client looks at nothing of what it receives, and only writes it down.
func (c *Client) records() bool {
	return c.script != nil && c.step < len(c.script.steps) && c.script.steps[c.step].op == opDataRecv
}

// looksBack reports whether the code of the current session's last reply is asked for before there is another.
func (c *Client) looksBack() bool {
	if c.script == nil {
		return false
	}
	for _, st := range c.script.steps[min(c.step, len(c.script.steps)):] {
		switch {
		case st.within || st.op == opDataAccept || st.session != c.session():
			return true
		case st.op == opReply || st.op == opFinalReply || st.op == opPassive:
			return false
		}
	}
	return false
}

// alike reports whether two sessions are the same but for the code of the last reply, of which only the class matters, if anything.
func (s *session) alike(o *session, last bool) bool {
	a, b := *s, *o
	a.last, b.last = class(a.last), class(b.last)
	if !last {
		b.last = a.last
	}
	return a == b
}

// class is what is asked about the code of the last reply: whether it is preliminary, and whether it is an error.
func class(code int) int {
	switch {
	case code/100 == 1:
		return 1
	case code >= 400:
		return 4
	}
	return 0
}

// joinLogs returns the list that is a where cond holds and b elsewhere. Equal entries at the beginning and the end are there once.
func joinLogs(a, b *entry, cond any) *entry {
	base := a
	for o := b; base != o; {
		if base != nil && (o == nil || base.depth >= o.depth) {
			base = base.next
		} else {
			o = o.next
		}
	}
	x, y := a.since(base), b.since(base)
	for len(x) > 0 && len(y) > 0 && x[0].same(y[0]) {
		base, x, y = x[0], x[1:], y[1:]
	}
	if len(x) == 0 && len(y) == 0 {
		return a
	}
	n := 0
	for n < min(len(x), len(y)) && x[len(x)-1-n].same(y[len(y)-1-n]) {
		n++
	}
	end := x[len(x)-n:]
	e := &entry{kind: entryChoice, cond: cond, alts: [2]*entry{relist(x[:len(x)-n], base), relist(y[:len(y)-n], base)}, stop: base}
	return relist(end, e.after(base))
}

// relist returns the list of copies of entries, oldest first, after base. An entry that is where it was is not copied.
func relist(entries []*entry, base *entry) *entry {
	for _, e := range entries {
		if e.next != base {
			fresh := *e
			e = fresh.after(base)
		}
		base = e
	}
	return base
}

func (e *entry) same(o *entry) bool {
	return e == o || e.kind == o.kind && e.kind != entryChoice && e.session == o.session && sameData(e.data, o.data)
}

func sameData(a, b Data) bool {
	return bytes.Equal(a.Bytes, b.Bytes) && maps.Equal(a.Unknown, b.Unknown)
}

// joinChunks returns the list of received data that is a where cond holds and b elsewhere.
func joinChunks(a, b *chunk, cond any) *chunk {
	if sameChunks(a, b) {
		return a
	}
	base := a
	for o := b; base != o; {
		if base.count() >= o.count() {
			base = base.next
		} else {
			o = o.next
		}
	}
	return base.then(Data{Bytes: []byte{0}, Unknown: map[int]any{0: &Either{cond, [2]Data{a.since(base), b.since(base)}}}})
}

// sameChunks compares what was received, however it was cut into pieces.
func sameChunks(a, b *chunk) bool { return a == b || sameData(a.since(nil), b.since(nil)) }
