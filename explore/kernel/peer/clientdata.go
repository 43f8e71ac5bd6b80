package peer

import "net/netip"

// This file is the client's side of data connections.

func (c *Client) dataConnect(t Transport, st *step, s *session, expired bool) bool {
	switch {
	case s.data != 0:
		if !st.quiet {
			c.note("the data connection is open already")
		}
	case s.port == 0:
		if !st.quiet {
			c.note("no data connection: no passive port")
		}
	default:
		conn, result := t.Dial(Target{From: netip.AddrPortFrom(c.addressOf(s), 0), Port: s.port})
		switch {
		case result == NotYet && !expired:
			return false
		case result == Connected:
			s.data = conn
		default:
			c.note("data connection refused")
		}
		s.port = 0
	}
	c.next()
	return true
}

// dataAccept waits for the server to connect. quiet says that it is part of
// another step: nothing is noted when the data connection is not an active one.
func (c *Client) dataAccept(t Transport, st *step, s *session, expired bool) bool {
	if s.data != 0 || s.listen == 0 {
		if !st.quiet && s.data == 0 {
			c.note("no data connection: not listening")
		}
		c.next()
		return true
	}
	if s.data = t.Accept(s.listen); s.data == 0 {
		refused := s.last >= 400 && s.due == 0
		if !expired && !refused {
			return false
		}
		if !st.quiet {
			c.note("no data connection: the server did not connect")
		}
	}
	t.Close(s.listen)
	s.listen = 0
	c.next()
	return true
}

// peekRecorded looks at what has arrived at a connection of which the client keeps everything and reads nothing.
func peekRecorded(t Transport, c Conn) (d Data, eof bool) {
	if r, ok := t.(ReplyPeeker); ok {
		return r.PeekRecorded(c)
	}
	return t.Peek(c)
}

func (c *Client) dataRecv(t Transport, s *session, expired bool) bool {
	if s.data == 0 {
		c.note("nothing received: no data connection")
		c.next()
		return true
	}
	d, eof := peekRecorded(t, s.data)
	if n := len(d.Bytes); n > 0 {
		t.Consume(s.data, 0, n)
		c.got = c.got.then(d)
	}
	if !eof && !expired {
		return len(d.Bytes) > 0
	}
	c.record(entryDataReceived, c.got.since(nil))
	if !eof {
		c.note("the data connection was not closed")
	}
	c.next()
	return true
}

func (c *Client) dataSend(t Transport, st *step, s *session, expired bool) bool {
	if s.data == 0 {
		c.note("nothing sent: no data connection")
		c.next()
		return true
	}
	if ended(t, s.data) {
		c.note("data not sent: connection closed")
		c.next()
		return true
	}
	n, ok := t.Send(s.data, st.text[c.sent:], false)
	c.sent += n
	switch {
	case !ok:
		c.note("data not sent: connection broken")
	case c.sent == len(st.text):
		c.record(entryDataSent, Data{Bytes: st.text})
	case expired:
		c.note("data not sent: the server does not read")
	default:
		return n > 0
	}
	c.next()
	return true
}

func (c *Client) dataClose(t Transport, st *step, s *session) {
	if s.data != 0 {
		t.Close(s.data)
		s.data = 0
	} else if !st.quiet {
		c.note("no data connection to close")
	}
	if s.listen != 0 {
		t.Close(s.listen)
		s.listen = 0
	}
}
