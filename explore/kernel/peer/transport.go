package peer

import "net/netip"

// This file is what a client needs of the world.

// Conn is a connection or a listening port; 0 is none.
type Conn int

// Dialed says what became of an attempt to connect.
type Dialed uint8

// Outcomes of Transport.Dial.
const (
	DialInvalid Dialed = iota
	Connected
	Refused
	NotYet // the server does not listen yet: ask again
)

// ServerPort as argument of Dial is the port on which the server waits for
// sessions; UnknownPort is the one on which it began to listen last.
const (
	ServerPort  = 0
	UnknownPort = unknownPort
)

// Target is where the client connects to, and from where.
type Target struct {
	From    netip.AddrPort // not valid: the script's client; port 0: the next one of the peer's ports
	Port    int            // of the server; or ServerPort or UnknownPort. Where the client waits for datagrams: 0 if the server has to send first
	Session bool           // a control connection: the server may not listen yet
}

// Source returns from where the client connects. dialed says that a control connection was opened before, and next returns
// the next of the peer's ports.
func (to *Target) Source(s *Script, dialed bool, next func() uint16) netip.AddrPort {
	switch {
	case to.From.Port() != 0:
		return to.From
	case to.From.IsValid():
		return netip.AddrPortFrom(to.From.Addr(), next())
	case to.Session && !dialed:
		return s.Client
	}
	return netip.AddrPortFrom(s.Client.Addr(), next())
}

// Transport is connections as the client sees them. Nothing in it waits.
type Transport interface {
	// Dial connects to the server.
	Dial(Target) (Conn, Dialed)
	// Listen begins to listen at an address of the client's, or of the server's machine, and returns the port, which is the next one of the
	// client's if at says 0; 0 if that failed.
	Listen(at netip.AddrPort) (l Conn, port int)
	// Accept takes a connection that arrived at l; 0 if there is none yet.
	Accept(l Conn) Conn
	// Peek returns all that has arrived and was not consumed, and whether nothing more will.
	Peek(c Conn) (d Data, eof bool)
	// Consume takes the bytes from..to-1 of what Peek returned.
	Consume(c Conn, from, to int)
	// Send sends as much of b as there is room for, the last byte as urgent
	// data where asked; false if the connection is broken.
	Send(c Conn, b []byte, urgent bool) (n int, ok bool)
	CloseWrite(c Conn)
	Close(c Conn)
	// Signal sends a signal to the server's first process or, where that has ended, the oldest one that is left, and returns its number; 0 if
	// there is none.
	Signal(number int) (process int)
	// Alive reports whether that process has not ended.
	Alive(process int) bool
}

// MessagePeeker is a Transport that does not know all bytes.
type MessagePeeker interface {
	// PeekMessage is Peek where the client looks for a message: it follows what has arrived with scan until that is found. Bytes that tell the scan
	// nothing may be unknown then, and one of them may stand for any number (see Text).
	PeekMessage(c Conn, scan *Scan) (d Data, seen Seen, eof bool)
	// Settle makes the bytes of a message known that PeekMessage has found.
	Settle(c Conn, message Seen)
}

// ReplyPeeker is a Transport that knows text that depends on conditions. PeekReplies is Peek where the client
// waits for a reply: bytes that tell it nothing may be unknown then, and one of them may stand for any number (see Text).
type ReplyPeeker interface {
	PeekReplies(c Conn) (d Data, eof bool)
	// PeekRecorded is Peek where the client only records what it receives: all text that depends on conditions is unknown.
	PeekRecorded(c Conn) (d Data, eof bool)
	// Ended says what Peek does about the end, and looks at nothing else.
	Ended(c Conn) bool
}

// Text is what an unknown byte is that stands for text which depends on conditions.
type Text interface {
	// Under returns the text that is there where decide answers about the conditions.
	Under(decide func(cond any) bool) Data
}

// Either is text that is one of two, by a condition.
type Either struct {
	Cond any
	Alts [2]Data // where it holds, and where it does not
}

// Under returns the text that is there.
func (e *Either) Under(decide func(cond any) bool) Data {
	if decide(e.Cond) {
		return e.Alts[0].Under(decide)
	}
	return e.Alts[1].Under(decide)
}
