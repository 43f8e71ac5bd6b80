package kernel

import (
	"errors"
	"fmt"
	"io"
	"net"
	"net/netip"
	"slices"
	"strconv"
	"sync"
	"syscall"
	"time"

	"github.com/confcov/confcov/explore/kernel/peer"
)

// This file performs scripts over the host's TCP, for comparison.

// hostNet is a transport over real sockets. Readers run in goroutines of their own.
type hostNet struct {
	Server netip.AddrPort // where the server waits for sessions
	Client netip.Addr     // the address that data connections come from and listen at

	mu    sync.Mutex
	news  chan struct{} // something arrived
	conns []*hostConn   // by peer.Conn - 1
}

// hostConn is a connection or a listener.
type hostConn struct {
	conn     *net.TCPConn
	listener *net.TCPListener
	accepted []*net.TCPConn
	in       []byte
	eof      bool
}

// newHostNet returns a transport without connections.
func newHostNet(server netip.AddrPort, client netip.Addr) *hostNet {
	return &hostNet{Server: server, Client: client, news: make(chan struct{}, 1)}
}

// Adopt makes a connection that is open already known to the transport.
func (n *hostNet) Adopt(c *net.TCPConn) peer.Conn {
	nc := &hostConn{conn: c}
	n.mu.Lock()
	n.conns = append(n.conns, nc)
	id := peer.Conn(len(n.conns))
	n.mu.Unlock()
	go n.read(nc)
	return id
}

func (n *hostNet) notify() {
	select {
	case n.news <- struct{}{}:
	default:
	}
}

func (n *hostNet) read(nc *hostConn) {
	buf := make([]byte, 1<<16)
	for {
		k, err := nc.conn.Read(buf)
		n.mu.Lock()
		nc.in = append(nc.in, buf[:k]...)
		nc.eof = err != nil
		n.mu.Unlock()
		n.notify()
		if err != nil {
			return
		}
	}
}

func (n *hostNet) get(c peer.Conn) *hostConn { return n.conns[c-1] }

// Dial connects to a port of the server.
func (n *hostNet) Dial(to peer.Target) (peer.Conn, peer.Dialed) {
	port := to.Port
	address := n.Server
	if port > 0 {
		address = netip.AddrPortFrom(n.Server.Addr(), uint16(port))
	}
	d := net.Dialer{LocalAddr: net.TCPAddrFromAddrPort(netip.AddrPortFrom(n.Client, 0)), Timeout: 5 * time.Second}
	c, err := d.Dial("tcp", address.String())
	if err != nil {
		if port == peer.ServerPort && errors.Is(err, syscall.ECONNREFUSED) {
			return 0, peer.NotYet
		}
		return 0, peer.Refused
	}
	return n.Adopt(c.(*net.TCPConn)), peer.Connected
}

// Listen opens a port.
func (n *hostNet) Listen(netip.AddrPort) (peer.Conn, int) {
	l, err := net.ListenTCP("tcp", net.TCPAddrFromAddrPort(netip.AddrPortFrom(n.Client, 0)))
	if err != nil {
		return 0, 0
	}
	nc := &hostConn{listener: l}
	n.mu.Lock()
	n.conns = append(n.conns, nc)
	id := peer.Conn(len(n.conns))
	n.mu.Unlock()
	go func() {
		for {
			c, err := l.AcceptTCP()
			if err != nil {
				return
			}
			n.mu.Lock()
			nc.accepted = append(nc.accepted, c)
			n.mu.Unlock()
			n.notify()
		}
	}()
	return id, l.Addr().(*net.TCPAddr).Port
}

// Accept takes a connection.
func (n *hostNet) Accept(l peer.Conn) peer.Conn {
	n.mu.Lock()
	nc := n.get(l)
	var c *net.TCPConn
	if len(nc.accepted) > 0 {
		c, nc.accepted = nc.accepted[0], nc.accepted[1:]
	}
	n.mu.Unlock()
	if c == nil {
		return 0
	}
	return n.Adopt(c)
}

// Peek returns what has arrived.
func (n *hostNet) Peek(c peer.Conn) (peer.Data, bool) {
	n.mu.Lock()
	defer n.mu.Unlock()
	nc := n.get(c)
	return peer.Data{Bytes: nc.in[:len(nc.in):len(nc.in)]}, nc.eof
}

// Consume takes what Peek returned.
func (n *hostNet) Consume(c peer.Conn, from, to int) {
	n.mu.Lock()
	defer n.mu.Unlock()
	nc := n.get(c)
	nc.in = slices.Concat(nc.in[:from], nc.in[to:])
}

// Signal does nothing: the server is part of the test.
func (n *hostNet) Signal(int) int { return 0 }

// Alive is not asked.
func (n *hostNet) Alive(int) bool { return false }

// Send sends bytes; it waits while the server does not read, for some seconds.
func (n *hostNet) Send(c peer.Conn, b []byte, urgent bool) (int, bool) {
	conn := n.get(c).conn
	if err := conn.SetWriteDeadline(time.Now().Add(5 * time.Second)); err != nil {
		return 0, false
	}
	if urgent {
		k, err := sendUrgent(conn, b)
		return k, err == nil
	}
	k, err := conn.Write(b)
	if err != nil && errors.Is(err, syscall.EPIPE) || errors.Is(err, syscall.ECONNRESET) {
		return k, false
	}
	return k, err == nil || isTimeout(err)
}

func isTimeout(err error) bool {
	var t net.Error
	return errors.As(err, &t) && t.Timeout()
}

func sendUrgent(conn *net.TCPConn, b []byte) (int, error) {
	raw, err := conn.SyscallConn()
	if err != nil {
		return 0, err
	}
	var failed error
	if err := raw.Write(func(fd uintptr) bool {
		failed = syscall.Sendto(int(fd), b, syscall.MSG_OOB, nil)
		return !errors.Is(failed, syscall.EAGAIN)
	}); err != nil {
		return 0, err
	}
	if failed != nil {
		return 0, failed
	}
	return len(b), nil
}

// CloseWrite closes the sending side.
func (n *hostNet) CloseWrite(c peer.Conn) { _ = n.get(c).conn.CloseWrite() }

// Close closes a connection or a listener.
func (n *hostNet) Close(c peer.Conn) {
	nc := n.get(c)
	if nc.listener != nil {
		_ = nc.listener.Close()
		n.mu.Lock()
		defer n.mu.Unlock()
		for _, a := range nc.accepted {
			_ = a.Close()
		}
		return
	}
	_ = nc.conn.Close()
}

const hostPatience = 10 * time.Second

// runScript performs a script. control is the control connection where that is open
// from the start, else 0. settle is for how long the server is left alone after each step, so
// that, as in simulation, it has done what it can before the next one.
func runScript(s *peer.Script, n *hostNet, control peer.Conn, settle time.Duration) peer.Data {
	c := peer.NewClient(s, control)
	wait, deadline := -1, time.Time{}
	for {
		patience, id := c.Patience()
		if patience == 0 {
			patience = hostPatience
		}
		if id != wait {
			wait, deadline = id, time.Now().Add(patience)
		}
		switch c.Advance(n, !time.Now().Before(deadline)) {
		case peer.StatusFinished:
			return c.Transcript()
		case peer.StatusActed:
			wait = -1
			time.Sleep(settle)
		default:
			select {
			case <-n.news:
			case <-time.After(min(time.Until(deadline), 50*time.Millisecond)):
			}
		}
	}
}

// tcpPair returns the two ends of a TCP connection on this host, from client to server.
// Where a port cannot be had, another one is taken.
func tcpPair(client, server netip.AddrPort) (atClient, atServer *net.TCPConn, err error) {
	l, err := net.ListenTCP("tcp", net.TCPAddrFromAddrPort(server))
	if err != nil {
		if l, err = net.ListenTCP("tcp", net.TCPAddrFromAddrPort(netip.AddrPortFrom(server.Addr(), 0))); err != nil {
			return nil, nil, err
		}
	}
	defer l.Close()
	for _, port := range []uint16{client.Port(), 0} {
		local := net.TCPAddrFromAddrPort(netip.AddrPortFrom(client.Addr(), port))
		if atClient, err = net.DialTCP("tcp", local, l.Addr().(*net.TCPAddr)); err == nil {
			break
		}
	}
	if err != nil {
		return nil, nil, err
	}
	if atServer, err = l.AcceptTCP(); err != nil && !errors.Is(err, io.EOF) {
		_ = atClient.Close()
		return nil, nil, fmt.Errorf("accept at port %s: %w", strconv.Itoa(int(server.Port())), err)
	}
	return atClient, atServer, nil
}
