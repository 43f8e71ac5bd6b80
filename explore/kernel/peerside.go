package kernel

import (
	"maps"
	"net/netip"
	"slices"

	"github.com/confcov/confcov/explore/expr"
	"github.com/confcov/confcov/explore/kernel/peer"
	"github.com/confcov/confcov/subjects/confspace"
)

// This file connects the scripted peer to the simulated network. The peer's
// sockets are sockets of the kernel that no process has open.

// wire is a socket of the peer's: its id plus 1; 0 is none.
type wire int

// peerWait is for how long the peer waits at most.
type peerWait struct {
	id       int // which wait; see peer.Client.Patience
	timed    bool
	deadline moment
}

// openControl opens the control connection on descriptors 0, 1 and 2, as inetd does.
func (k *Kernel) openControl(p *process) bool {
	s := k.world.Script
	if s == nil {
		k.client = peer.Client{}
		return false
	}
	if !s.Inetd() {
		k.client = peer.NewClient(s, 0)
		k.client.Begin(&wires{k: k})
		return false
	}
	family := familyOf(s.Server.Addr())
	server, client := k.newSock(family, sockStream), k.newSock(family, sockStream)
	server.state, client.state = sockConnected, sockConnected
	server.peer, client.peer = client.id, server.id
	server.reuse = true // inherited from inetd's listening socket
	server.local, server.remote = addressOf(s.Server), addressOf(s.Client)
	client.local, client.remote = server.remote, server.local
	f := k.newFile(kindSock, oRdwr)
	f.sock, server.owner = server.id, f.id
	for range 3 {
		k.must(k.install(p, f.id, 0, false))
	}
	t := wires{k: k}
	k.client = peer.NewClient(s, t.hold(client.id))
	k.client.Begin(&t)
	return true
}

func addressOf(a netip.AddrPort) address {
	return address{set: true, ip: a.Addr(), port: value(uint64(a.Port()))}
}

// stepPeer lets the peer do one step, and says whether it did.
func (k *Kernel) stepPeer(cpu CPU) peer.Status {
	o := oracle{cpu}
	patience, id := k.client.Patience()
	if k.peerWait.id != id {
		k.peerWait = peerWait{id: id}
	}
	w := &k.peerWait
	expired := w.timed && !o.less(k.now, w.deadline)
	status := k.client.Advance(&wires{k: k, o: o}, expired)
	switch {
	case status == peer.StatusActed:
		k.peerWait = peerWait{id: -1}
	case status == peer.StatusWaiting && patience > 0 && !w.timed:
		w.timed = true
		w.deadline = o.add(k.now, momentOf(int64(patience)/1e9, int64(patience)%1e9))
	}
	return status
}

// finishPeer lets the peer go on where nothing that it waits for can happen any more.
func (k *Kernel) finishPeer(cpu CPU) bool {
	return k.client.Advance(&wires{k: k, o: oracle{cpu}}, true) == peer.StatusActed
}

func (k *Kernel) peerDone() bool { return k.world.Script != nil && k.client.Finished() }

func (k *Kernel) peerDeadline() (moment, bool) { return k.peerWait.deadline, k.peerWait.timed }

// Transcript returns what the program wrote to its standard output and standard error, followed by the conversation with its
// peer if it has one. A transcript that depends on conditions needs TranscriptUnder.
func (k *Kernel) Transcript() Data { return k.TranscriptUnder(unconditional) }

// TranscriptUnder is Transcript where decide answers about the conditions, expressions of 1 bit.
func (k *Kernel) TranscriptUnder(decide func(*expr.Expr) bool) Data {
	printed := k.OutputUnder(decide)
	if k.world.Script == nil {
		return printed
	}
	said := fromPeer(k.client.TranscriptUnder(func(cond any) bool { return decide(cond.(*expr.Expr)) }))
	if len(printed.Bytes) == 0 {
		return said
	}
	d := Data{Bytes: slices.Concat(printed.Bytes, said.Bytes), Sym: map[int]*expr.Expr{}}
	maps.Copy(d.Sym, printed.Sym)
	for i, e := range said.Sym {
		d.Sym[len(printed.Bytes)+i] = e
	}
	return d
}

// Written is a transcript and the configurations in which it is the one.
type Written struct {
	Where confspace.Set
	Data  Data
}

// Transcripts returns the transcripts that there are in the configurations of care, in an order that does not depend on how kernels were
// joined but by the conditions; false if there would be more than max, or if a condition is no set of configurations.
func (k *Kernel) Transcripts(b *expr.Builder, care confspace.Set, max int) (all []Written, complete bool) {
	complete = true
	for todo := []confspace.Set{care}; len(todo) > 0; {
		where := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		d := k.TranscriptUnder(func(cond *expr.Expr) bool {
			set, ok := b.SetOf(cond)
			complete = complete && ok
			m := b.Sets()
			switch {
			case !ok || m.Disjoint(where, set):
				return false
			case !m.Implies(where, set):
				todo = append(todo, m.Diff(where, set))
				where = m.And(where, set)
			}
			return true
		})
		if len(all)+len(todo) >= max || !complete {
			return all, false
		}
		all = append(all, Written{where, d})
	}
	return all, complete
}

func unconditional(*expr.Expr) bool {
	panic("kernel: output that depends on conditions is taken for output that does not")
}

// toPeer returns the bytes of b from position from on, as the peer sees them.
func toPeer(b *buf, from int) peer.Data {
	b.settled()
	p := peer.Data{Bytes: b.b[from:len(b.b):len(b.b)]}
	for _, s := range b.s {
		if s.pos < from {
			continue
		}
		if p.Unknown == nil {
			p.Unknown = map[int]any{}
		}
		if p.Unknown[s.pos-from] = s.e; s.p != nil {
			p.Unknown[s.pos-from] = s.p
		}
	}
	return p
}

func fromPeer(p peer.Data) Data {
	d := Data{Bytes: p.Bytes}
	for i, u := range p.Unknown {
		if d.Sym == nil {
			d.Sym = map[int]*expr.Expr{}
		}
		d.Sym[i] = u.(*expr.Expr)
	}
	return d
}

// wires is the peer's transport.
type wires struct {
	k *Kernel
	o oracle
}

// hold gives a socket a handle.
func (t *wires) hold(sock int) peer.Conn {
	t.k.wires = slices.Clone(t.k.wires)
	at := slices.Index(t.k.wires, 0)
	if at < 0 {
		at = len(t.k.wires)
		t.k.wires = append(t.k.wires, 0)
	}
	t.k.wires[at] = wire(sock + 1)
	return peer.Conn(at + 1)
}

func (t *wires) sock(c peer.Conn) *sock { return t.k.sock(int(t.k.wires[c-1]) - 1) }

// Dial connects to a listening socket of the server.
func (t *wires) Dial(to peer.Target) (peer.Conn, peer.Dialed) {
	k := t.k
	server := k.world.Script.Server
	a := address{set: true, ip: server.Addr(), port: value(uint64(max(to.Port, 0)))}
	var l *sock
	switch to.Port {
	case peer.ServerPort, peer.UnknownPort:
		for id := range k.socks.next {
			s := k.sock(id)
			if s == nil || s.state != sockListening || s.family == afUnix || s.owner < 0 || !k.hears(s, a.ip) {
				continue
			}
			if l == nil || to.Port == peer.UnknownPort {
				l = s
			}
		}
		if l != nil {
			a.port = l.local.port
		}
		if to.Port == peer.UnknownPort {
			k.note("the peer took the port that the server began to listen on last for one whose digits depend on options")
		}
	default:
		l = k.listener(t.o, a)
	}
	if to.Session && (l == nil || l.owner < 0) {
		return 0, peer.NotYet
	}
	if l == nil || l.owner < 0 || len(l.backlog) >= l.waiting {
		return 0, peer.Refused
	}
	s := k.newSock(familyOf(server.Addr()), sockStream)
	s.local = addressOf(to.Source(k.world.Script, k.dialed, k.peerPort))
	k.dialed = k.dialed || to.Session
	k.join(s, l, a)
	return t.hold(s.id), peer.Connected
}

// peerPort returns the next port of the peer's.
func (k *Kernel) peerPort() uint16 {
	last := k.number(k.lastPeerPort) + 1
	k.lastPeerPort = value(uint64(last))
	return 50000 + uint16(last%10000)
}

// Listen opens a port of the peer's.
func (t *wires) Listen(at netip.AddrPort) (peer.Conn, int) {
	s := t.k.newSock(familyOf(at.Addr()), sockStream)
	port := at.Port()
	if port == 0 {
		port = t.k.peerPort()
	}
	s.local = addressOf(netip.AddrPortFrom(at.Addr(), port))
	s.state, s.waiting = sockListening, 8
	return t.hold(s.id), int(port)
}

func familyOf(ip netip.Addr) int {
	if ip.Is4() {
		return afInet
	}
	return afInet6
}

// ListenDatagrams waits for datagrams.
func (t *wires) ListenDatagrams(at netip.AddrPort) peer.Conn {
	s := t.k.newSock(familyOf(at.Addr()), sockDgram)
	s.local = addressOf(at)
	return t.hold(s.id)
}

// Datagrams returns what has arrived. What depends on options in it is decided.
func (t *wires) Datagrams(c peer.Conn) []peer.Datagram {
	var list []peer.Datagram
	for _, g := range t.sock(c).grams {
		d := peer.Datagram{From: netip.AddrPortFrom(g.from.ip, uint16(t.k.number(g.from.port))), Bytes: slices.Clone(g.data.Bytes)}
		for i := range d.Bytes {
			if e := g.data.Sym[i]; e != nil {
				d.Bytes[i] = byte(t.k.cpu.Concrete(expr.Value{E: e}))
			}
		}
		list = append(list, d)
	}
	return list
}

// TakeDatagram takes number i of them.
func (t *wires) TakeDatagram(c peer.Conn, i int) {
	s := t.k.editSock(t.sock(c).id)
	s.grams = slices.Delete(slices.Clone(s.grams), i, i+1)
}

// SendDatagram sends one to the program.
func (t *wires) SendDatagram(c peer.Conn, to netip.AddrPort, b []byte) {
	from, k := t.sock(c).local, t.k
	l := k.receiver(t.o, from, addressOf(to))
	if l == nil || l.shutRead || len(l.grams) >= 256 {
		return // lost
	}
	l = k.editSock(l.id)
	from.ip = as(l.family, from.ip)
	l.grams = append(l.grams[:len(l.grams):len(l.grams)], datagram{from, Data{Bytes: slices.Clone(b)}, nil})
	k.wake()
}

// Accept takes a connection from the server.
func (t *wires) Accept(l peer.Conn) peer.Conn {
	s := t.sock(l)
	if len(s.backlog) == 0 {
		return 0
	}
	s = t.k.editSock(s.id)
	child := s.backlog[0]
	s.backlog = s.backlog[1:]
	return t.hold(child)
}

// Peek returns what has arrived.
func (t *wires) Peek(c peer.Conn) (peer.Data, bool) {
	s := t.k.told(t.sock(c).id)
	return toPeer(&s.rx.buf, s.rx.head), s.eof || s.gone
}

// PeekReplies returns what has arrived, where the peer waits for a reply.
func (t *wires) PeekReplies(c peer.Conn) (peer.Data, bool) {
	s := t.k.replied(t.sock(c).id)
	return toPeer(&s.rx.buf, s.rx.head), s.eof || s.gone
}

// PeekRecorded returns what has arrived, where the peer only records it.
func (t *wires) PeekRecorded(c peer.Conn) (peer.Data, bool) {
	s := t.k.recorded(t.sock(c).id)
	return toPeer(&s.rx.buf, s.rx.head), s.eof || s.gone
}

// Ended reports whether nothing more will arrive than what has.
func (t *wires) Ended(c peer.Conn) bool {
	s := t.sock(c)
	return s.eof || s.gone
}

// PeekMessage returns what has arrived, where the peer looks for a message.
func (t *wires) PeekMessage(c peer.Conn, scan *peer.Scan) (peer.Data, peer.Seen, bool) {
	s, seen := t.k.heard(t.sock(c).id, scan)
	return toPeer(&s.rx.buf, s.rx.head), seen, s.eof || s.gone
}

// Settle makes a message known.
func (t *wires) Settle(c peer.Conn, message peer.Seen) { t.k.settleMessage(t.sock(c).id, message) }

// Consume takes what Peek returned.
func (t *wires) Consume(c peer.Conn, from, to int) { t.k.takeMessage(t.sock(c).id, from, to) }

// Signal sends a signal to the first process that is left.
func (t *wires) Signal(number int) int {
	for p := range t.k.processes {
		if !p.zombie {
			t.k.send(p.pid, siginfo{sig: number, code: siUser})
			return int(p.pid)
		}
	}
	return 0
}

// Alive reports whether a process has not ended.
func (t *wires) Alive(process int) bool { return t.k.Alive(PID(process)) }

// Send puts bytes into the server's queue.
func (t *wires) Send(c peer.Conn, b []byte, urgent bool) (int, bool) {
	s := t.sock(c)
	if s.peer < 0 {
		return 0, false
	}
	n := min(len(b), t.k.roomFor(s.peer, len(b)))
	if urgent {
		t.k.received(s.peer)
	}
	if n > 0 {
		server := t.k.editSock(s.peer)
		server.rx.append(Data{Bytes: b[:n]})
		if urgent && n == len(b) {
			t.k.setUrgent(server)
		}
		t.k.wake()
	}
	return n, true
}

// CloseWrite tells the server that no more comes.
func (t *wires) CloseWrite(c peer.Conn) {
	s := t.k.editSock(t.sock(c).id)
	s.shutSend = true
	if s.peer >= 0 {
		t.k.editSock(s.peer).eof = true
	}
	t.k.wake()
}

// Close closes a connection or a listening port.
func (t *wires) Close(c peer.Conn) {
	t.k.closeSock(t.sock(c).id)
	t.k.wires = slices.Clone(t.k.wires)
	t.k.wires[c-1] = 0
	for n := len(t.k.wires); n > 0 && t.k.wires[n-1] == 0; n-- {
		t.k.wires = t.k.wires[:n-1] // equal lists are those of equal connections
	}
}
