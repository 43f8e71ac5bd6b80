package native

// This file is the peer's side of datagrams.

import (
	"net/netip"
	"slices"

	"github.com/confcov/confcov/explore/kernel/peer"
)

// ListenDatagrams waits for datagrams.
func (p *player) ListenDatagrams(at netip.AddrPort) peer.Conn {
	p.hangUp()
	c, err := p.cell.ListenDatagrams(at)
	if err != nil {
		return 0
	}
	w := &wire{udp: c}
	id := p.register(w)
	p.cell.Go(func() {
		buf := make([]byte, 1<<16)
		for {
			p.comes(w, c)
			n, from, err := c.ReadFromUDPAddrPort(buf)
			if err != nil {
				return
			}
			p.mu.Lock()
			w.taking = false
			w.grams = append(w.grams, peer.Datagram{From: from, Bytes: slices.Clone(buf[:n])})
			p.wake()
			p.mu.Unlock()
		}
	}, p.wake)
	return id
}

// Datagrams returns what has arrived.
func (p *player) Datagrams(c peer.Conn) []peer.Datagram {
	p.mu.Lock()
	defer p.mu.Unlock()
	return slices.Clone(p.wire(c).grams)
}

// TakeDatagram takes number i of them.
func (p *player) TakeDatagram(c peer.Conn, i int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	w := p.wire(c)
	w.grams = slices.Delete(w.grams, i, i+1)
}

// SendDatagram sends one. Nobody knows whether it arrives.
func (p *player) SendDatagram(c peer.Conn, to netip.AddrPort, b []byte) {
	p.hangUp()
	p.mu.Lock()
	w := p.wire(c)
	p.mu.Unlock()
	if w.udp != nil {
		_, _ = w.udp.WriteToUDPAddrPort(b, to)
	}
}
