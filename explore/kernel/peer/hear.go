package peer

import (
	"fmt"
	"net/netip"
	"slices"
	"strconv"
	"strings"
)

// This file accepts the connections and datagrams that the server sends to the client.

// Datagram is one that arrived.
type Datagram struct {
	From  netip.AddrPort
	Bytes []byte
}

// DatagramTransport is a Transport that knows datagrams. What it shows of them is known.
type DatagramTransport interface {
	// ListenDatagrams waits for datagrams at an address of the client's, or of the server's machine; 0 if that failed.
	ListenDatagrams(at netip.AddrPort) Conn
	// Datagrams returns those that have arrived and were not taken.
	Datagrams(c Conn) []Datagram
	// TakeDatagram takes number i of them.
	TakeDatagram(c Conn, i int)
	// SendDatagram sends one from where c waits.
	SendDatagram(c Conn, to netip.AddrPort, b []byte)
}

// hear parses what follows the words listen and udp.
func (s *Script) hear(word, rest string, line int) error {
	fields := strings.Fields(rest)
	to := 0
	if n := len(fields); word == "udp" && n == 5 && fields[3] == "to" {
		var err error
		if to, err = parsePort(fields[4]); err != nil {
			return fmt.Errorf("udp: %w", err)
		}
		if err := s.listensItself("udp"); err != nil {
			return err
		}
		fields = fields[:3]
	}
	switch {
	case word == "udp" && (len(fields) != 3 || fields[1] != "on" || !isName(fields[0])):
		return fmt.Errorf("udp: takes a name, on [ADDRESS:]PORT, and to PORT")
	case len(fields) != 1 && (len(fields) != 3 || fields[1] != "on") || !isName(fields[0]):
		return fmt.Errorf("listen: takes a name, and on [ADDRESS:]PORT")
	}
	var at netip.AddrPort
	if len(fields) == 3 {
		var err error
		if at, err = parsePlace(fields[2]); err != nil {
			return fmt.Errorf("%s: %w", word, err)
		}
	}
	r := s.role(fields[0], line)
	s.roles[r].declared, s.roles[r].listens = true, word == "listen"
	if s.roles[r].udp = word == "udp"; s.roles[r].udp {
		s.roles[r].framing = framing{kind: framingRaw}
	}
	if at.Port() == 0 {
		for _, n := range []string{"port", "high", "low"} {
			s.captures = append(s.captures, fields[0]+"_"+n)
			s.ports = append(s.ports, fields[0]+"_"+n)
		}
	}
	s.steps = append(s.steps, step{op: opHear, session: r, target: Target{From: at, Port: to}, line: line})
	return nil
}

// listensItself notes that the server listens itself, as a line says that begins with the word.
func (s *Script) listensItself(word string) error {
	if !s.Standalone && slices.ContainsFunc(s.steps, func(st step) bool { return st.op != opHear }) {
		return fmt.Errorf("%s: the control connection is open from the start: write standalone before the steps if the server listens itself", word)
	}
	s.Standalone = true
	return nil
}

// parsePlace parses [ADDRESS:]PORT.
func parsePlace(text string) (netip.AddrPort, error) {
	if !strings.Contains(text, ":") {
		n, err := parsePort(text)
		return netip.AddrPortFrom(netip.Addr{}, uint16(n)), err
	}
	a, err := netip.ParseAddrPort(text)
	if err == nil && a.Port() == 0 {
		err = fmt.Errorf("port 0")
	}
	if err != nil {
		return a, fmt.Errorf("%q is not a port or an address and a port, like 113 or 10.0.0.1:113", text)
	}
	return a, nil
}

// accept parses what follows the word.
func (s *Script) accept(line string, number int) error {
	rest, limit, err := within(line)
	if err != nil {
		return fmt.Errorf("accept: %w", err)
	}
	fields := strings.Fields(rest)
	if len(fields) != 1 && (len(fields) != 3 || fields[1] != "as") || !isName(fields[0]) || !isName(fields[len(fields)-1]) {
		return fmt.Errorf("accept: takes the name of a line listen, and as NAME")
	}
	from, as := s.role(fields[0], number), s.role(fields[len(fields)-1], number)
	s.roles[from].accepted, s.roles[from].declared, s.roles[as].declared = number, true, true
	s.steps = append(s.steps, step{op: opAccept, session: as, from: from, wait: limit, line: number})
	return nil
}

// Begin does what comes before the server starts: the client listens from the start where the script begins with that.
func (c *Client) Begin(t Transport) {
	for c.script != nil && c.step < len(c.script.steps) && c.script.steps[c.step].op == opHear {
		c.Advance(t, false)
	}
}

// place returns where a line says that the client listens.
func (s *Script) place(at netip.AddrPort) netip.AddrPort {
	if at.Addr().IsValid() {
		return at
	}
	return netip.AddrPortFrom(s.Client.Addr(), at.Port())
}

// hear begins to listen.
func (c *Client) hear(t Transport, st *step, s *session) {
	at := c.script.place(st.target.From)
	if c.script.roles[st.session].udp {
		if d, ok := t.(DatagramTransport); ok {
			s.datagrams = d.ListenDatagrams(at)
		}
		if s.datagrams == 0 {
			c.note("cannot wait for datagrams at %s", at)
		}
		if st.target.Port != 0 {
			s.sender = netip.AddrPortFrom(c.script.Server.Addr(), uint16(st.target.Port))
		}
		return
	}
	if s.ear != 0 {
		t.Close(s.ear)
	}
	var port int
	if s.ear, port = t.Listen(at); s.ear == 0 {
		c.note("cannot listen at %s", at)
		return
	}
	if at.Port() == 0 {
		name := c.script.roles[st.session].name
		c.capture(name+"_port", strconv.Itoa(port))
		c.capture(name+"_high", strconv.Itoa(port>>8))
		c.capture(name+"_low", strconv.Itoa(port&255))
	}
}

// accept waits for a connection.
func (c *Client) accept(t Transport, st *step, s *session, expired bool) bool {
	ear := c.sessions[st.from].ear
	if ear == 0 {
		c.note("not listening")
		c.next()
		return true
	}
	conn := t.Accept(ear)
	if conn == 0 && !expired {
		return false
	}
	if conn == 0 {
		c.note("nobody connected")
		c.next()
		return true
	}
	if s.control != 0 {
		t.Close(s.control)
		c.note("closed")
	}
	*s = session{control: conn, opened: true, ear: s.ear, matched: s.matched}
	c.note("accepted")
	c.next()
	return true
}

// serves reports whether connections that arrive at a role are answered by its reactions alone.
func (r *role) serves() bool { return len(r.reactions) > 0 && r.accepted == 0 }

// serveEars accepts a connection that only reactions are about. It reports whether there was one.
func (c *Client) serveEars(t Transport) bool {
	for r := range c.script.roles {
		if c.sessions[r].ear == 0 || !c.script.roles[r].serves() {
			continue
		}
		if conn := t.Accept(c.sessions[r].ear); conn != 0 {
			c.sessions = append(c.sessions[:len(c.sessions):len(c.sessions)], session{control: conn, opened: true, served: r + 1})
			c.noteOf(r, "accepted")
			return true
		}
	}
	return false
}

// hangUp closes what was served and has ended. It reports whether there was anything.
func (c *Client) hangUp(t Transport) bool {
	for i := len(c.script.roles); i < len(c.sessions); i++ {
		if s := &c.sessions[i]; ended(t, s.control) {
			t.Close(s.control)
			c.noteOf(s.served-1, "closed")
			c.sessions = append(c.sessions[:i:i], c.sessions[i+1:]...)
			return true
		}
	}
	return false
}

// roleOf returns the role of a session.
func (c *Client) roleOf(i int) int {
	if i < len(c.script.roles) {
		return i
	}
	return c.sessions[i].served - 1
}

// serveDatagrams answers a datagram that no step waits for. It reports whether there was one.
func (c *Client) serveDatagrams(t Transport) bool {
	for r := range c.script.roles {
		conn := c.sessions[r].datagrams
		if conn == 0 || r == c.session() && c.reads() {
			continue
		}
		d := t.(DatagramTransport)
		for i, g := range d.Datagrams(conn) {
			if c.script.roles[r].dns {
				d.TakeDatagram(conn, i)
				c.resolve(d, r, conn, g)
				return true
			}
			if m := c.script.datagram(r, nil, g); m.reaction != nil {
				d.TakeDatagram(conn, i)
				c.recordOf(r, entryReceived, Data{Bytes: g.Bytes})
				c.reactTo(r, &m, func(b []byte) bool { d.SendDatagram(conn, g.From, b); return true })
				return true
			}
		}
	}
	return false
}

// datagram returns what is to be done about a datagram.
func (s *Script) datagram(role int, a *await, g Datagram) (m found) {
	m.text = g.Bytes
	reactions := s.reactionsOf(role)
	for i := range reactions {
		if r := &reactions[i]; m.reaction == nil && r.on.matches(g.Bytes) {
			m.reaction, m.groups = r, r.on.groups(g.Bytes)
		}
	}
	if a != nil {
		for _, p := range a.patterns {
			if m.pattern == nil && p.matches(g.Bytes) {
				m.pattern, m.captured = p, p.groups(g.Bytes)
			}
		}
	}
	return m
}

// awaitDatagram is await where the session is of datagrams.
func (c *Client) awaitDatagram(t Transport, st *step, s *session, expired bool) bool {
	d := t.(DatagramTransport)
	list := d.Datagrams(s.datagrams)
	if len(list) == 0 {
		return expired && c.matched(st, s, st.await.silence, "none came")
	}
	g := list[0]
	m := c.script.datagram(st.session, st.await, g)
	d.TakeDatagram(s.datagrams, 0)
	s.sender = g.From
	c.record(entryReceived, Data{Bytes: g.Bytes})
	c.reactTo(st.session, &m, func(b []byte) bool { d.SendDatagram(s.datagrams, g.From, b); return true })
	return c.take(st, s, &m)
}

// Ear is where a client waits for connections or datagrams.
type Ear struct {
	At        netip.AddrPort
	Datagrams bool
}

// Ears returns where the client listens at a port of the script's before the server starts: see Client.Begin.
func (s *Script) Ears() []Ear {
	var list []Ear
	for _, st := range s.steps {
		if st.op != opHear {
			break
		}
		if at := s.place(st.target.From); at.Port() != 0 {
			list = append(list, Ear{at, s.roles[st.session].udp})
		}
	}
	return list
}
