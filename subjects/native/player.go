package native

// This file plays the peer's script over real sockets: a peer.Transport whose
// connections are read by goroutines of their own, since nothing in a Transport waits.

import (
	"errors"
	"net"
	"net/netip"
	"slices"
	"sync"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"github.com/confcov/confcov/explore/kernel"
	"github.com/confcov/confcov/explore/kernel/peer"
	"github.com/confcov/confcov/subjects/native/confine"
)

// player is the peer of one run.
type player struct {
	mu     sync.Mutex
	moved  chan struct{} // has an element when something arrived
	conns  []*wire       // by Conn - 1; nil: closed
	script *peer.Script
	cell   *confine.Cell
	clock  *clock // of the run

	closing []*wire // closed by the script in this turn, not yet in fact

	ports  int  // how many the peer has taken, but for that of its first control connection
	dialed bool // the peer has opened a control connection
}

// firstPort is the port before the first one of the simulated peer.
const firstPort = 50000

// wire is a connection, or a listening port.
type wire struct {
	control bool // what the program and its peer say goes over it
	conn    *net.TCPConn
	listen  *net.TCPListener
	data    []byte // arrived and not consumed
	eof     bool
	waiting []*net.TCPConn // connections that arrived at listen
	udp     *net.UDPConn
	grams   []peer.Datagram // that arrived there
	taking  bool            // something has arrived that is being taken from the socket, and is not recorded yet
}

func newPlayer(s *peer.Script, cell *confine.Cell, c *clock) *player {
	return &player{moved: make(chan struct{}, 1), script: s, cell: cell, clock: c}
}

// play performs the script and returns its transcript.
func (p *player) play(control *net.TCPConn) []byte {
	var first peer.Conn
	if control != nil {
		first = p.add(control, true)
	}
	defer p.hangUp()
	client := peer.NewClient(p.script, first)
	client.Begin(p)
	wait, deadline, ticks := -1, int64(0), 0
	p.clock.lapses = map[int]int{}
	for p.settled() {
		p.record()
		d, id := client.Patience()
		if id != wait {
			wait, deadline = id, 0
		}
		expired := deadline != 0 && deadline <= p.clock.now() || ticks > kernel.MaxPeerWait
		status := client.Advance(p, expired)
		p.hangUp()
		switch status {
		case peer.StatusFinished:
			return client.Transcript().Bytes
		case peer.StatusActed:
			wait, ticks = -1, 0
			clear(p.clock.lapses)
			continue
		case peer.StatusServed:
			continue
		}
		if d > 0 && deadline == 0 {
			deadline = p.clock.now() + int64(d)
		}
		if p.arrives() {
			continue
		}
		if ticks++; !p.clock.advance(deadline) {
			if client.Advance(p, true) == peer.StatusFinished {
				break
			}
			wait, ticks = -1, 0
			clear(p.clock.lapses)
		}
	}
	return client.Transcript().Bytes
}

// settled waits until all processes wait, and what they have sent has arrived. It returns false if they never do.
func (p *player) settled() bool {
	if p.script.Server.Addr().Unmap().Is6() {
		return p.clock.delivered() // the cell has IPv4's routes acknowledge at once
	}
	return p.clock.settle(2)
}

// arrives waits until something arrives, or until nothing is on the way and every process waits.
func (p *player) arrives() bool {
	least := 1
	if p.hears() {
		least = calmBeforeDatagrams
	}
	for i := range calmBefore {
		select {
		case <-p.moved:
			return true
		case <-time.After(time.Millisecond):
			if p.clock.busy() {
				return true
			}
			if i < least || p.readable() || p.clock.inFlight() {
				continue
			}
			select {
			case <-p.moved:
				return true
			default:
				return false
			}
		}
	}
	return false
}

// record waits until what has arrived is recorded, so that the client sees all of it at once, as on the simulated machine.
func (p *player) record() {
	for end := time.Now().Add(runLimit); p.readable() && time.Now().Before(end); {
		time.Sleep(100 * time.Microsecond)
	}
}

// calmBeforeDatagrams is how many milliseconds datagrams are waited for: nothing says whether one is on the way, and on a busy machine it may be for some.
const calmBeforeDatagrams = 5

// hears reports whether datagrams may come.
func (p *player) hears() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return slices.ContainsFunc(p.conns, func(w *wire) bool { return w != nil && w.udp != nil })
}

// readable reports whether something has arrived that nobody has read yet, or that is not known.
func (p *player) readable() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, w := range p.conns {
		var from syscall.Conn
		switch {
		case w == nil || w.eof:
			continue
		case w.taking:
			return true
		case w.listen != nil:
			from = w.listen
		case w.udp != nil:
			from = w.udp
		default:
			from = w.conn
		}
		raw, err := from.SyscallConn()
		if err != nil {
			return true
		}
		ready := 1
		err = raw.Control(func(fd uintptr) {
			ready, err = unix.Poll([]unix.PollFd{{Fd: int32(fd), Events: unix.POLLIN}}, 0)
		})
		if err != nil || ready > 0 {
			return true
		}
	}
	return false
}

// add takes charge of a connection.
func (p *player) add(c *net.TCPConn, control bool) peer.Conn {
	w := &wire{conn: c, control: control}
	p.cell.Go(func() { p.read(w) }, p.wake)
	return p.register(w)
}

// register gives a connection or port its number.
func (p *player) register(w *wire) peer.Conn {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.conns = append(p.conns, w)
	return peer.Conn(len(p.conns))
}

// comes waits until something has arrived at the socket of w, and notes that it is being taken: whoever looks for what has arrived finds it
// in the socket, or is told so, or finds it recorded.
func (p *player) comes(w *wire, socket syscall.Conn) {
	raw, err := socket.SyscallConn()
	if err != nil {
		return // reading says so
	}
	_ = raw.Read(func(fd uintptr) bool {
		for {
			n, err := unix.Poll([]unix.PollFd{{Fd: int32(fd), Events: unix.POLLIN}}, 0)
			if errors.Is(err, unix.EINTR) {
				continue
			}
			if n == 0 && err == nil {
				return false
			}
			p.mu.Lock()
			w.taking = true
			p.mu.Unlock()
			return true
		}
	})
}

// read collects what arrives at w.
func (p *player) read(w *wire) {
	buf := make([]byte, 64<<10)
	for {
		p.comes(w, w.conn)
		n, err := w.conn.Read(buf)
		p.mu.Lock()
		w.taking = false
		w.data = append(w.data, buf[:n]...)
		w.eof = w.eof || err != nil
		p.wake()
		p.mu.Unlock()
		if err != nil {
			return
		}
	}
}

func (p *player) wake() {
	select {
	case p.moved <- struct{}{}:
	default:
	}
}

func (p *player) wire(c peer.Conn) *wire {
	if c <= 0 || int(c) > len(p.conns) || p.conns[c-1] == nil {
		return &wire{eof: true}
	}
	return p.conns[c-1]
}

// port returns the next port of the peer's, as the simulated peer takes them: their digits are part of what the program reads.
func (p *player) port() uint16 {
	p.ports++
	return uint16(firstPort + p.ports%10000)
}

// Dial connects to the server.
func (p *player) Dial(to peer.Target) (peer.Conn, peer.Dialed) {
	p.hangUp()
	port := to.Port
	if port == peer.ServerPort {
		port = p.listening()
	}
	taken := p.ports
	c, err := p.cell.Dial(to.Source(p.script, p.dialed, p.port), port)
	if err == nil {
		p.dialed = p.dialed || to.Session
		return p.add(c, to.Session), peer.Connected
	}
	p.ports = taken
	if to.Session && errors.Is(err, confine.ErrRefused) {
		return 0, peer.NotYet
	}
	return 0, peer.Refused
}

// listening returns the port on which the server listens: any, since the network is the run's own.
func (p *player) listening() int {
	var own []int
	p.mu.Lock()
	for _, w := range p.conns {
		if w != nil && w.listen != nil {
			own = append(own, w.listen.Addr().(*net.TCPAddr).Port)
		}
	}
	p.mu.Unlock()
	for _, s := range p.clock.sockets() {
		if s.listens && !slices.Contains(own, s.port) {
			return s.port
		}
	}
	return int(p.script.Server.Port())
}

// Listen starts listening.
func (p *player) Listen(at netip.AddrPort) (peer.Conn, int) {
	p.hangUp()
	if at.Port() == 0 {
		at = netip.AddrPortFrom(at.Addr(), p.port())
	}
	l, err := p.cell.Listen(at)
	if err != nil {
		return 0, 0
	}
	w := &wire{listen: l}
	id := p.register(w)
	p.cell.Go(func() {
		for {
			p.comes(w, l)
			c, err := l.AcceptTCP()
			if err != nil {
				return
			}
			p.mu.Lock()
			w.taking = false
			w.waiting = append(w.waiting, c)
			p.wake()
			p.mu.Unlock()
		}
	}, p.wake)
	return id, l.Addr().(*net.TCPAddr).Port
}

// Accept takes a connection that arrived.
func (p *player) Accept(l peer.Conn) peer.Conn {
	p.mu.Lock()
	w := p.wire(l)
	if len(w.waiting) == 0 {
		p.mu.Unlock()
		return 0
	}
	c := w.waiting[0]
	w.waiting = w.waiting[1:]
	p.mu.Unlock()
	return p.add(c, false)
}

// Peek returns what has arrived.
func (p *player) Peek(c peer.Conn) (peer.Data, bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	w := p.wire(c)
	return peer.Data{Bytes: append([]byte(nil), w.data...)}, w.eof
}

// Consume takes what was peeked at.
func (p *player) Consume(c peer.Conn, from, to int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	w := p.wire(c)
	w.data = slices.Concat(w.data[:from], w.data[to:])
}

// Signal sends a signal to the first process that is left: the one with the lowest number inside.
func (p *player) Signal(number int) int {
	p.hangUp()
	first, lowest := 0, 0
	for _, q := range p.clock.processes() {
		if n := inside(q.pid); n > 0 && (first == 0 || n < lowest) {
			first, lowest = q.pid, n
		}
	}
	if first == 0 || syscall.Kill(first, syscall.Signal(number)) != nil {
		return 0
	}
	return first
}

// Alive reports whether a process has not ended.
func (p *player) Alive(pid int) bool {
	return slices.ContainsFunc(p.clock.processes(), func(q process) bool { return q.pid == pid })
}

// Send sends bytes, the last one as urgent data where asked.
func (p *player) Send(c peer.Conn, b []byte, urgent bool) (int, bool) {
	p.hangUp()
	p.mu.Lock()
	w := p.wire(c)
	p.mu.Unlock()
	if w.conn == nil {
		return 0, false
	}
	if !urgent || len(b) == 0 {
		n, err := w.conn.Write(b)
		return n, err == nil
	}
	raw, err := w.conn.SyscallConn()
	if err != nil {
		return 0, false
	}
	var sent error
	err = raw.Write(func(fd uintptr) bool {
		sent = unix.Sendto(int(fd), b, unix.MSG_OOB, nil)
		return !errors.Is(sent, unix.EAGAIN)
	})
	if err != nil || sent != nil {
		return 0, false
	}
	return len(b), true
}

// CloseWrite ends what is sent.
func (p *player) CloseWrite(c peer.Conn) {
	p.hangUp()
	p.mu.Lock()
	defer p.mu.Unlock()
	if w := p.wire(c); w.conn != nil {
		w.conn.CloseWrite()
	}
}

// Close closes a connection or port, when the script's turn ends or it does something else.
func (p *player) Close(c peer.Conn) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.closing = append(p.closing, p.wire(c))
	if c > 0 && int(c) <= len(p.conns) {
		p.conns[c-1] = nil
	}
}

// hangUp closes what the script has closed. On the simulated machine the program sees it all at once. Here it runs as soon as a
// data connection ends, and may say so before the control connection is closed: that goes first.
func (p *player) hangUp() {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, w := range controlFirst(p.closing) {
		if w.conn != nil {
			if len(w.data) > 0 || pending(w.conn) > 0 {
				w.conn.SetLinger(0) // the script has not read it: the program is told so, by a reset
			}
			w.conn.Close()
		}
		if w.udp != nil {
			w.udp.Close()
		}
		if w.listen != nil {
			w.listen.Close()
			for _, c := range w.waiting {
				c.Close()
			}
		}
	}
	p.closing = nil
}

// pending returns how many bytes have arrived that nobody has read yet.
func pending(c *net.TCPConn) (n int) {
	if raw, err := c.SyscallConn(); err == nil {
		raw.Control(func(fd uintptr) { n, _ = unix.IoctlGetInt(int(fd), unix.TIOCINQ) })
	}
	return n
}

// controlFirst returns connections in the order in which they are closed.
func controlFirst(list []*wire) []*wire {
	list = slices.Clone(list)
	slices.SortStableFunc(list, func(a, b *wire) int {
		switch {
		case a.control == b.control:
			return 0
		case a.control:
			return -1
		}
		return 1
	})
	return list
}
