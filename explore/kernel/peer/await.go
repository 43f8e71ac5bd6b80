package peer

import "slices"

// This file waits for messages, and reacts to them.

// capture is an element of an immutable list of what was captured, newest first.
type capture struct {
	name string
	text string
	next *capture
}

// captured returns what was captured last under a name.
func (c *Client) captured(name string) ([]byte, bool) {
	for l := c.captures; l != nil; l = l.next {
		if l.name == name {
			return []byte(l.text), true
		}
	}
	return nil, false
}

// capture keeps what was captured under a name.
func (c *Client) capture(name, text string) {
	var others []*capture
	for l := c.captures; l != nil; l = l.next {
		if l.name != name {
			others = append(others, l)
		}
	}
	c.captures = nil
	for _, l := range slices.Backward(others) {
		c.captures = &capture{l.name, l.text, c.captures}
	}
	c.captures = &capture{name, text, c.captures}
}

// reactionsOf returns the reactions to messages of a role.
func (s *Script) reactionsOf(role int) []reaction {
	own := s.roles[role].reactions
	return append(own[:len(own):len(own)], s.reactions...)
}

// reacts reports whether there is any reaction.
func (s *Script) reacts() bool {
	return len(s.reactions) > 0 || slices.ContainsFunc(s.roles, func(r role) bool { return len(r.reactions) > 0 || r.dns })
}

// find looks for the first message of a session that matches a reaction, or one of a list of patterns, or with any the first at all.
type find struct {
	reactions []reaction
	patterns  []*pattern // those of reactions come first
	any       bool
	heads     string // of the session
}

func (c *Client) finder(role int, s *session, a *await) find {
	f := find{reactions: c.script.reactionsOf(role), heads: s.heads}
	for _, r := range f.reactions {
		f.patterns = append(f.patterns, r.on)
	}
	if a != nil {
		f.patterns = append(f.patterns, a.patterns...)
		f.any = a.next
	}
	return f
}

// found is a message that was found.
type found struct {
	data     Data
	eof      bool
	seen     Seen
	done     bool
	finals   int       // ftp: how many final replies are in what was seen
	reaction *reaction // nil: none
	groups   []group   // of the reaction
	pattern  *pattern  // of the others; nil: none
	captured []group   // of it
	text     []byte    // of the message, where groups are of it
}

// look looks for a message.
func (c *Client) look(t Transport, conn Conn, f framing, what find) (out found) {
	for {
		scan := newScan(f, what.heads, what.patterns, what.any)
		out.data, out.seen, out.eof = peekMessage(t, conn, scan)
		if out.eof && !scan.done {
			if scan.close(); scan.done {
				out.seen.To = len(out.data.Bytes)
			}
		}
		out.finals = scan.frame.finals
		if out.done = scan.done; !out.done {
			return out
		}
		for i := range scan.all {
			switch n := len(what.reactions); {
			case !scan.all[i].matched:
			case i < n && out.reaction == nil:
				out.reaction = &what.reactions[i]
			case i >= n && out.pattern == nil:
				out.pattern = what.patterns[i]
			}
		}
		need := out.pattern != nil && len(out.pattern.names()) > 0 || out.reaction != nil && len(out.reaction.on.names()) > 0
		if !need {
			return out
		}
		// What is captured has to be known.
		message := out.data.part(out.seen.From, out.seen.To)
		if len(message.Unknown) == 0 {
			out.text = f.text(message.Bytes)
			if out.pattern != nil {
				out.captured = out.pattern.groups(out.text)
			}
			if out.reaction != nil {
				out.groups = out.reaction.on.groups(out.text)
			}
			return out
		}
		t.(MessagePeeker).Settle(conn, out.seen)
		out = found{}
	}
}

// text returns the text of a message, or of its beginning.
func (f framing) text(b []byte) (text []byte) {
	at := frame{framing: f}
	for _, c := range b {
		more, _ := at.next(c)
		text = append(text, more.b[:more.n]...)
	}
	return text
}

// peekMessage looks at what has arrived up to the message that scan looks for.
func peekMessage(t Transport, conn Conn, scan *Scan) (d Data, seen Seen, eof bool) {
	if p, ok := t.(MessagePeeker); ok {
		return p.PeekMessage(conn, scan)
	}
	d, eof = t.Peek(conn)
	if len(d.Unknown) > 0 {
		panic("peer: a transport that does not know all bytes is no MessagePeeker")
	}
	return d, scan.Follow(d.Bytes), eof
}

// await waits for one of the alternatives of a step. It reports whether something was done, which may have ended the wait.
func (c *Client) await(t Transport, st *step, s *session, expired bool) bool {
	switch {
	case s.datagrams != 0:
		return c.awaitDatagram(t, st, s, expired)
	case s.control == 0:
		return c.matched(st, s, st.await.close, "no connection")
	}
	f := c.script.roles[st.session].framing
	m := c.look(t, s.control, f, c.finder(st.session, s, st.await))
	if m.done {
		c.receive(t, s, &m, m.seen.To)
		c.react(t, st.session, s.control, &m)
		return c.take(st, s, &m)
	}
	if m.seen.From > 0 {
		c.receive(t, s, &m, m.seen.From) // what nothing matches
		return true
	}
	if !m.eof && !expired {
		return false
	}
	if n := len(m.data.Bytes); n > 0 {
		c.receive(t, s, &m, n)
	}
	if m.eof {
		return c.matched(st, s, st.await.close, "connection closed")
	}
	return c.matched(st, s, st.await.silence, "none came")
}

// hidePorts returns the bytes from..n-1 of what was received, of which the transcript does not show captured ports.
func (c *Client) hidePorts(m *found, from, n int) Data {
	d := m.data.part(from, n)
	if f := c.script.roles[c.session()].framing; f.kind == framingHTTP || f.kind == framingLength {
		return d // of which the text is only a part
	}
	for _, g := range slices.Backward(m.captured) {
		if slices.Contains(c.script.ports, g.name) {
			at := m.seen.From - from
			d = masked(d, at+g.from, at+g.to)
		}
	}
	return d
}

// shown returns what the transcript shows of what a step sends.
func (c *Client) shown(st *step, text []byte) []byte {
	if st.send == nil || !slices.ContainsFunc(st.send.parts, func(p part) bool { return slices.Contains(c.script.ports, p.name) }) {
		return text
	}
	shown, _ := st.send.bytes(c.script.roles[st.session].framing, func(name string) ([]byte, bool) {
		if slices.Contains(c.script.ports, name) {
			return []byte("PORT"), true
		}
		return c.captured(name)
	})
	return shown
}

// take continues after a message that was found. It returns true.
func (c *Client) take(st *step, s *session, m *found) bool {
	switch {
	case m.pattern != nil:
		for _, g := range m.captured {
			c.capture(g.name, string(m.text[g.from:g.to]))
		}
		return c.matched(st, s, true, "")
	case m.reaction == nil && st.await.next:
		return c.matched(st, s, false, "another message came")
	}
	return true
}

// matched ends a wait; why says for what reason if nothing matched.
func (c *Client) matched(st *step, s *session, ok bool, why string) bool {
	if c.script.asksMatched {
		s.matched = ok
	}
	if !ok {
		c.note("expected %s: %s", st.await.source, why)
	}
	c.next()
	if !ok && st.require {
		c.step = len(c.script.steps)
	}
	return true
}

// receive takes the first n bytes of what has arrived at a session.
func (c *Client) receive(t Transport, s *session, m *found, n int) {
	t.Consume(s.control, 0, n)
	from := 0
	for _, cut := range append(m.seen.Cuts[:len(m.seen.Cuts):len(m.seen.Cuts)], n) {
		if cut > from && cut < n {
			c.record(entryReceived, m.data.part(from, cut))
			from = cut
		}
	}
	c.record(entryReceived, c.hidePorts(m, from, n))
	s.due = max(0, s.due-m.finals)
	s.heads = s.heads[min(m.finals, len(s.heads)):]
}

// react answers a message of a connection.
func (c *Client) react(t Transport, role int, conn Conn, m *found) {
	if m.reaction != nil && ended(t, conn) {
		c.noteOf(role, "not sent: connection closed")
		return
	}
	c.reactTo(role, m, func(b []byte) bool {
		n, ok := t.Send(conn, b, false)
		return ok && n == len(b)
	})
}

// reactTo answers a message.
func (c *Client) reactTo(role int, m *found, send func(b []byte) bool) {
	if m.reaction == nil {
		return
	}
	text, missing := m.reaction.send.bytes(c.script.roles[role].framing, func(name string) ([]byte, bool) {
		for _, g := range m.groups {
			if g.name == name {
				return m.text[g.from:g.to], true
			}
		}
		return c.captured(name)
	})
	switch {
	case missing != "":
		c.noteOf(role, "not sent: %s", missing)
	case !send(text):
		c.noteOf(role, "not sent: connection broken")
	default:
		c.recordOf(role, entrySent, Data{Bytes: text})
	}
}

// serve reacts to messages that no step waits for. It reports whether there was one.
func (c *Client) serve(t Transport) bool {
	if !c.script.reacts() {
		return false
	}
	if c.serveEars(t) {
		return true
	}
	for i := range c.sessions {
		s := &c.sessions[i]
		if s.control == 0 || i == c.session() && c.reads() {
			continue
		}
		role := c.roleOf(i)
		what := c.finder(role, s, nil)
		if len(what.reactions) == 0 {
			continue
		}
		m := c.look(t, s.control, c.script.roles[role].framing, what)
		if !m.done {
			continue
		}
		t.Consume(s.control, m.seen.From, m.seen.To)
		c.recordOf(role, entryReceived, m.data.part(m.seen.From, m.seen.To))
		c.react(t, role, s.control, &m)
		return true
	}
	return c.serveDatagrams(t) || c.hangUp(t)
}

// holds reports whether a condition holds of a session.
func (c *Client) holds(t Transport, cond condition, s *session) bool {
	holds := s.matched
	if cond.what != "matched" {
		open := s.control != 0 && !ended(t, s.control)
		holds = open == (cond.what == "connected")
	}
	return holds != cond.not
}

// signal sends a signal.
func (c *Client) signal(t Transport, st *step) {
	if c.target = t.Signal(st.signal); c.target == 0 {
		c.noteOf(0, "no process is left for %s", st.text)
	} else {
		c.noteOf(0, "%s", st.text)
	}
}

// awaitEnd waits until the process has ended that got the last signal.
func (c *Client) awaitEnd(t Transport, st *step, expired bool) bool {
	switch {
	case c.target == 0:
	case !t.Alive(c.target):
		c.noteOf(0, "the server has ended")
	case expired:
		c.noteOf(0, "the server has not ended within %s", st.wait)
	default:
		return false
	}
	c.next()
	return true
}

// reads reports whether the present step takes what arrives at its session.
func (c *Client) reads() bool {
	if c.step >= len(c.script.steps) {
		return false
	}
	switch c.script.steps[c.step].op {
	case opReply, opFinalReply, opPassive, opLine, opDrain, opAwait:
		return true
	}
	return false
}
