package peer

import (
	"fmt"
	"net/netip"
	"slices"
)

// This file says which addresses a script uses.
//
// There are two machines, the server's and the peer's. The server's has the address of the line server and the loopback addresses; every
// other address that the script names is the peer's. Where these are all the server's, both are one machine.

// farServer is the server's address, of IPv4 and IPv6, if the script says none and some connection comes from another machine: addresses that
// are kept free for examples.
var farServer = [2]netip.Addr{netip.MustParseAddr("192.0.2.1"), netip.MustParseAddr("2001:db8::1")}

// place is an address of the peer's, and the line that names it.
type place struct {
	ip   netip.Addr
	what string
	line int // 0: of the whole script
}

// places returns the addresses that the script names for the peer.
func (s *Script) places() []place {
	var list []place
	if s.hasClient {
		list = append(list, place{ip: s.Client.Addr(), what: "client " + s.Client.String()})
	}
	for _, st := range s.steps {
		from := st.target.From
		if from.IsValid() && (st.op == opConnect || !s.serversOwn(from.Addr())) {
			list = append(list, place{from.Addr(), "address " + from.Addr().String(), st.line})
		}
	}
	return list
}

// serversOwn reports whether an address is of the server's machine.
func (s *Script) serversOwn(ip netip.Addr) bool {
	return ip.IsLoopback() || s.hasServer && ip.Unmap() == s.Server.Addr().Unmap()
}

// checkAddresses chooses the addresses that the script leaves open, and reports those between which there can be no connection.
func (s *Script) checkAddresses() error {
	list := s.places()
	if i := slices.IndexFunc(list, func(p place) bool { return !p.ip.IsLoopback() }); i >= 0 {
		family := 0
		if list[i].ip.Unmap().Is6() {
			family = 1
		}
		if !s.hasServer && !s.hasClient {
			s.Server = netip.AddrPortFrom(farServer[family], s.Server.Port())
		}
		if !s.hasClient {
			s.Client = netip.AddrPortFrom(list[i].ip, s.Client.Port())
		}
	}
	if !s.hasClient && len(list) == 0 {
		list = []place{{ip: s.Client.Addr(), what: "client " + s.Client.String()}}
	}
	for _, p := range list {
		if err := s.checkPlace(p, list[0]); err != nil {
			if p.line > 0 {
				err = fmt.Errorf("script line %d: %w", p.line, err)
			}
			return err
		}
		if ip := p.ip.Unmap(); !ip.IsLoopback() && ip != s.Server.Addr().Unmap() && !slices.Contains(s.remote, ip) {
			s.remote = append(s.remote, ip)
		}
	}
	return nil
}

func (s *Script) checkPlace(p, first place) error {
	ip, server := p.ip.Unmap(), s.Server.Addr().Unmap()
	switch {
	case ip.Is4() != server.Is4():
		return fmt.Errorf("%s and server %s: one is of IPv4 and one of IPv6; set both", p.what, s.Server)
	case server.IsLoopback() && !ip.IsLoopback():
		return fmt.Errorf("%s is on another machine, from where server %s is not reached: add a line such as `server 192.0.2.1:%d`, or, instead of client, open NAME from ADDRESS", p.what, s.Server, s.Server.Port())
	case ip.IsLoopback() && !server.IsLoopback():
		return fmt.Errorf("%s reaches no server %s: set another client address", p.what, s.Server)
	case (ip == server) != (first.ip.Unmap() == server):
		return fmt.Errorf("%s and %s: one is the server's own, the other one of another machine; let all be on one side", first.what, p.what)
	}
	return nil
}

// Remote returns the addresses of the peer's machine; nil if that is the server's, too. Nobody changes the list.
func (s *Script) Remote() []netip.Addr { return s.remote }
