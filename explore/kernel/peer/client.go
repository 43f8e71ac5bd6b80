package peer

import (
	"bytes"
	"fmt"
	"net/netip"
	"slices"
	"strconv"
	"strings"
	"time"
)

// This file is the client: a state machine that performs a script.

// Client performs a script. It is a value: a copy is an independent client in the same state.
type Client struct {
	script   *Script
	step     int
	sent     int    // opSend, opDataSend: bytes sent so far
	got      *chunk // opDataRecv, opDrain: received so far
	ended    bool
	sessions []session // by role; never changed in place
	captures *capture
	target   int // the process that got the last signal; 0: none
	log      *entry
}

// session is a control connection and the data connection that belongs to it.
type session struct {
	from    netip.Addr // not valid: the script's client
	control Conn
	opened  bool   // there is or was a control connection
	due     int    // commands (and the greeting) without a final reply yet
	last    int    // code of the last reply
	heads   string // see frame.heads
	matched bool   // the last expect was matched; not kept where no step asks
	served  int    // its role + 1, where only reactions are about it; such sessions come behind those of roles
	ear     Conn   // where connections of the server's arrive
	port    int    // where the server waits for a data connection: 0: nowhere
	listen  Conn
	data    Conn

	datagrams Conn           // where datagrams arrive
	sender    netip.AddrPort // of the last one; at first where the line udp says
}

// NewClient returns a client at the beginning of a script. control is the
// control connection where that is open from the start, else 0.
func NewClient(s *Script, control Conn) Client {
	c := Client{script: s, sessions: make([]session, len(s.roles))}
	if control != 0 {
		c.sessions[0] = session{control: control, opened: true, due: 1}
	}
	return c
}

// Status says what came of a call of Advance.
type Status uint8

// Outcomes of Advance.
const (
	StatusInvalid  Status = iota
	StatusActed           // something was done: call Advance again when the server had its chance
	StatusServed          // likewise, but the wait is the same as before
	StatusWaiting         // nothing to do until something arrives, or until Patience has passed
	StatusFinished        // the script is over
)

// Advance performs the next step, or waits. expired says that the client has waited
// as long as Patience says, or that nothing more can happen.
func (c *Client) Advance(t Transport, expired bool) Status {
	if c.ended || c.script == nil {
		return StatusFinished
	}
	if c.step >= len(c.script.steps) {
		c.end(t)
		return StatusActed
	}
	st := &c.script.steps[c.step]
	before := c.sessions[st.session]
	if st.within && before.last/100 != 1 {
		c.next()
		return StatusActed
	}
	s := before
	acted := c.perform(t, st, &s, expired)
	if s != before {
		c.sessions = slices.Clone(c.sessions)
		c.sessions[st.session] = s
	}
	switch {
	case !acted && !c.serve(t):
		return StatusWaiting
	case !acted || st.op == opAwait && &c.script.steps[min(c.step, len(c.script.steps)-1)] == st:
		return StatusServed
	}
	return StatusActed
}

// session returns the index of the session that the present step is about.
func (c *Client) session() int {
	if c.script == nil || c.step >= len(c.script.steps) {
		return 0
	}
	return c.script.steps[c.step].session
}

// Patience returns how long the present wait lasts at most (0: for as long as
// something can happen), and a number that is different for each wait.
func (c *Client) Patience() (d time.Duration, id int) {
	if c.script == nil || c.ended || c.step >= len(c.script.steps) {
		return 0, -1
	}
	if st := &c.script.steps[c.step]; st.wait > 0 {
		return st.wait, c.step
	}
	return c.script.Patience, c.step
}

// Finished reports whether the script is over.
func (c *Client) Finished() bool { return c.ended || c.script == nil }

func (c *Client) next() {
	c.step++
	c.sent, c.got = 0, nil
}

// end closes everything.
func (c *Client) end(t Transport) {
	c.ended = true
	c.sessions = slices.Clone(c.sessions)
	for i := range c.sessions {
		s := &c.sessions[i]
		for _, conn := range []*Conn{&s.data, &s.listen, &s.control, &s.ear, &s.datagrams} {
			if *conn != 0 {
				t.Close(*conn)
				*conn = 0
			}
		}
	}
}

// perform does a step and reports whether something was done; false means that it waits.
func (c *Client) perform(t Transport, st *step, s *session, expired bool) bool {
	switch st.op {
	case opConnect:
		return c.connect(t, st, s, expired)
	case opSend:
		return c.send(t, st, s, expired)
	case opReply, opFinalReply, opPassive:
		return c.reply(t, st, s, expired)
	case opListen:
		return c.listen(t, st, s)
	case opDataConnect:
		return c.dataConnect(t, st, s, expired)
	case opDataAccept:
		return c.dataAccept(t, st, s, expired)
	case opDataRecv:
		return c.dataRecv(t, s, expired)
	case opDataSend:
		return c.dataSend(t, st, s, expired)
	case opDataClose:
		c.dataClose(t, st, s)
	case opSleep:
		if !expired {
			return false
		}
	case opEOF:
		if s.control != 0 {
			t.CloseWrite(s.control)
			c.note("end of input")
		}
	case opClose:
		if s.control != 0 {
			t.Close(s.control)
			s.control = 0
			c.note("closed")
		}
	case opDrain:
		return c.drain(t, s, expired)
	case opLine:
		return c.line(t, st, s, expired)
	case opAwait:
		return c.await(t, st, s, expired)
	case opIf:
		if !c.holds(t, st.cond, s) {
			c.step += st.skip
		}
	case opSignal:
		c.signal(t, st)
	case opEnd:
		return c.awaitEnd(t, st, expired)
	case opHear:
		c.hear(t, st, s)
	case opAccept:
		return c.accept(t, st, s, expired)
	}
	c.next()
	return true
}

func (c *Client) connect(t Transport, st *step, s *session, expired bool) bool {
	if s.control != 0 {
		if !ended(t, s.control) && c.script.Inetd() {
			c.next() // open from the start
			return true
		}
		t.Close(s.control)
		s.control = 0
		c.note("closed")
	}
	to := st.target
	if len(st.to) > 0 {
		if to.Port = c.portOf(st.to); to.Port == 0 {
			c.note("not connected: no port was captured as %s", strings.Join(st.to, " and "))
			c.next()
			return true
		}
	}
	conn, result := t.Dial(to)
	switch result {
	case Connected:
		for _, old := range []Conn{s.data, s.listen} {
			if old != 0 {
				t.Close(old)
			}
		}
		*s = session{from: st.target.From.Addr(), control: conn, opened: true, due: 1, ear: s.ear}
		c.note("connected")
	case NotYet:
		if !expired {
			return false
		}
		c.note("nobody listens")
	default:
		c.note("connection refused")
	}
	c.next()
	return true
}

// portOf returns the port that was captured; 0 if there is none.
func (c *Client) portOf(names []string) (port int) {
	for _, name := range names {
		text, _ := c.captured(name)
		n, ok := digits(string(text))
		if !ok || n >= 1<<(16/len(names)) {
			return 0
		}
		port = port<<8 | n
	}
	return port
}

// ended reports whether nothing more will arrive over a connection.
func ended(t Transport, conn Conn) bool {
	if r, ok := t.(ReplyPeeker); ok {
		return r.Ended(conn)
	}
	_, eof := t.Peek(conn)
	return eof
}

// commands counts the lines of what is sent.
func commands(b []byte) int { return bytes.Count(b, []byte("\n")) }

func (c *Client) send(t Transport, st *step, s *session, expired bool) bool {
	why := ""
	switch {
	case s.datagrams != 0 && !s.sender.IsValid():
		why = "no datagram has come to answer, and the line udp says no port of the server"
	case s.datagrams != 0:
	case s.control == 0:
		why = "no connection"
	case ended(t, s.control):
		why = "connection closed"
	}
	text := st.text
	if why == "" && st.send != nil {
		text, why = st.send.bytes(c.script.roles[st.session].framing, c.captured)
	}
	if why != "" {
		c.note("not sent: %s", why)
		c.next()
		return true
	}
	if s.datagrams != 0 {
		t.(DatagramTransport).SendDatagram(s.datagrams, s.sender, text)
		c.record(entrySent, Data{Bytes: text})
		c.next()
		return true
	}
	n, ok := t.Send(s.control, text[c.sent:], st.urgent)
	c.sent += n
	switch {
	case !ok:
		c.note("not sent: connection broken")
	case c.sent == len(text):
		c.record(entrySent, Data{Bytes: c.shown(st, text)})
		s.due += commands(text)
		if c.script.roles[st.session].framing.kind == framingHTTP {
			s.heads += requests(text)
		}
	case expired:
		c.note("sent only %d bytes", c.sent)
	default:
		return n > 0
	}
	c.next()
	return true
}

// reply waits for a reply and looks at its code.
func (c *Client) reply(t Transport, st *step, s *session, expired bool) bool {
	if s.control == 0 {
		c.missing(st, s, "no connection")
		return true
	}
	peek := t.Peek
	if r, ok := t.(ReplyPeeker); ok {
		peek = r.PeekReplies
	}
	d, eof := peek(s.control)
	n, code, ok := reply(d)
	if !ok {
		switch {
		case eof:
			if len(d.Bytes) > 0 {
				t.Consume(s.control, 0, len(d.Bytes))
				c.record(entryReceived, d)
			}
			s.due = 0
			c.missing(st, s, "connection closed")
		case s.due == 0:
			c.missing(st, s, "none is due")
		case expired:
			if len(d.Bytes) > 0 {
				t.Consume(s.control, 0, len(d.Bytes))
				c.record(entryReceived, d)
			}
			s.due = 0
			c.missing(st, s, "none came")
		default:
			return false
		}
		return true
	}
	t.Consume(s.control, 0, n)
	text := d.part(0, n)
	s.last = code
	if code/100 != 1 && s.due > 0 {
		s.due--
	}
	port, from, to := 0, 0, 0
	if code == 227 || code == 229 {
		if port, from, to = passivePort(text, code); port != 0 {
			text = masked(text, from, to)
			s.port = port
		}
	}
	c.record(entryReceived, text)
	switch {
	case st.op == opFinalReply && code/100 == 1:
		return true // a further one must come
	case st.op == opPassive && port == 0:
		c.note("no passive port")
	case !begins(code, st.codes):
		c.note("expected %s", strings.Join(st.codes, " or "))
		if st.require {
			c.step = len(c.script.steps)
			return true
		}
	}
	c.next()
	return true
}

// line receives lines until one contains the text of the step.
func (c *Client) line(t Transport, st *step, s *session, expired bool) bool {
	if s.control == 0 {
		c.missing(st, s, "no connection")
		return true
	}
	m := c.look(t, s.control, framing{kind: framingLines}, find{patterns: st.await.patterns})
	switch {
	case m.done:
		c.receive(t, s, &m, m.seen.To)
		c.next()
		return true
	case m.seen.From > 0:
		c.receive(t, s, &m, m.seen.From)
		return true
	case !m.eof && !expired:
		return false
	}
	if n := len(m.data.Bytes); n > 0 {
		c.receive(t, s, &m, n)
	}
	if m.eof {
		c.missing(st, s, "connection closed")
	} else {
		c.missing(st, s, "none came")
	}
	return true
}

// missing continues where a reply was wanted and none came.
func (c *Client) missing(st *step, s *session, why string) {
	c.note("no reply: %s", why)
	s.last = 0
	c.next()
	if st.require {
		c.step = len(c.script.steps)
	}
}

func begins(code int, prefixes []string) bool {
	text := fmt.Sprintf("%03d", code)
	for _, p := range prefixes {
		if strings.HasPrefix(text, p) {
			return true
		}
	}
	return len(prefixes) == 0
}

// listen opens a port and tells the server.
func (c *Client) listen(t Transport, st *step, s *session) bool {
	if s.control == 0 {
		c.note("not sent: no connection")
		c.next()
		return true
	}
	if ended(t, s.control) {
		c.note("not sent: connection closed")
		c.next()
		return true
	}
	if s.listen != 0 {
		t.Close(s.listen)
	}
	var port int
	ip := c.addressOf(s)
	if s.listen, port = t.Listen(netip.AddrPortFrom(ip, 0)); s.listen == 0 {
		c.note("cannot listen")
		c.next()
		return true
	}
	s.port = 0
	ip = ip.Unmap()
	show := func(port string) []byte {
		if string(st.text) == "EPRT" {
			family := 1
			if ip.Is6() {
				family = 2
			}
			return fmt.Appendf(nil, "EPRT |%d|%s|%s|\r\n", family, ip, port)
		}
		host := strings.ReplaceAll(ip.String(), ".", ",")
		return fmt.Appendf(nil, "PORT %s,%s\r\n", host, port)
	}
	number := strconv.Itoa(port)
	if string(st.text) == "PORT" {
		number = fmt.Sprintf("%d,%d", port>>8, port&255)
	}
	line := show(number)
	if n, ok := t.Send(s.control, line, false); !ok || n < len(line) {
		c.note("not sent: connection broken")
	} else {
		c.record(entrySent, Data{Bytes: show("PORT")})
		s.due++
	}
	c.next()
	return true
}

// addressOf returns the client's address of a session.
func (c *Client) addressOf(s *session) netip.Addr {
	if s.from.IsValid() {
		return s.from
	}
	return c.script.Client.Addr()
}

// drain receives until the server closes the control connection.
func (c *Client) drain(t Transport, s *session, expired bool) bool {
	if s.control == 0 {
		c.next()
		return true
	}
	d, eof := t.Peek(s.control)
	if n := len(d.Bytes); n > 0 {
		t.Consume(s.control, 0, n)
		c.got = c.got.then(d)
	}
	if !eof && !expired {
		return len(d.Bytes) > 0
	}
	if d := c.got.since(nil); len(d.Bytes) > 0 {
		c.record(entryReceived, d)
	}
	if eof {
		c.note("connection closed")
	} else {
		c.note("connection still open")
	}
	s.due = 0
	c.next()
	return true
}
