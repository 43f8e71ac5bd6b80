package kernel

import (
	"encoding/binary"
	"net/netip"
	"slices"
)

// This file says which machine has an address, from where it is reached, and which sockets it reaches.
//
// There are two machines: the simulated one, which has the loopback addresses and the address of the script's server
// line, and the peer's, which has the others that the script names. Where these are the simulated
// machine's, as they are by default, both are one. Nobody has any other address, and no route leads there.

// isLocal reports whether a socket of the simulated machine can be bound to an address.
func (k *Kernel) isLocal(ip netip.Addr) bool {
	ip = ip.Unmap()
	if ip.IsUnspecified() || ip.IsLoopback() {
		return true
	}
	return k.world.Script != nil && k.world.Script.Server.Addr().Unmap() == ip
}

// isRemote reports whether an address is the peer's, on a machine of its own.
func (k *Kernel) isRemote(ip netip.Addr) bool {
	return k.world.Script != nil && slices.Contains(k.world.Script.Remote(), ip.Unmap())
}

func loopback(like netip.Addr) netip.Addr {
	if like.Is4() || like.Is4In6() {
		return netip.AddrFrom4([4]byte{127, 0, 0, 1})
	}
	return netip.IPv6Loopback()
}

// isV4 reports whether packets to or from an address are those of IPv4.
func isV4(ip netip.Addr) bool { return ip.Is4() || ip.Is4In6() }

// as returns an address in the form that sockets of a family have it in.
func as(family int, ip netip.Addr) netip.Addr {
	if family == afInet6 && ip.Is4() {
		return netip.AddrFrom16(ip.As16())
	}
	if family == afInet {
		return ip.Unmap()
	}
	return ip
}

// v6only reports whether a socket of IPv6 leaves IPv4 alone: IPV6_V6ONLY.
func (s *sock) v6only() bool {
	const levelIPv6, optionV6only = 41, 26
	d, ok := s.option(levelIPv6, optionV6only)
	return ok && len(d.Bytes) >= 4 && binary.LittleEndian.Uint32(d.Bytes) != 0
}

// bound returns the address that a socket was bound to, false if that is any.
func (s *sock) bound() (netip.Addr, bool) {
	if !s.local.set || !s.local.ip.IsValid() || s.local.ip.Unmap().IsUnspecified() {
		return netip.Addr{}, false
	}
	return s.local.ip, true
}

// route returns which address a socket reaches as to, and the one that it has there.
func (k *Kernel) route(s *sock, to netip.Addr) (dest, from netip.Addr, errno Errno) {
	own, fixed := s.bound()
	if s.family == afInet6 {
		mapped := isV4(to)
		if to.IsUnspecified() && fixed && isV4(own) {
			to, mapped = as(afInet6, loopback(own)), true
		}
		switch {
		case mapped && (s.v6only() || fixed && !isV4(own)):
			return dest, from, ENETUNREACH
		case !mapped && fixed && isV4(own):
			return dest, from, EAFNOSUPPORT
		}
	}
	dest = to
	if to.Unmap().IsUnspecified() {
		if dest = loopback(to); fixed {
			dest = own
		}
	}
	switch {
	case k.isLocal(dest):
		if from = dest; dest.Unmap().IsLoopback() {
			from = loopback(dest)
		}
	case !k.isRemote(dest):
		return dest, from, ENETUNREACH
	case fixed && own.Unmap().IsLoopback():
		return dest, from, EINVAL
	default:
		if from = loopback(dest); isV4(k.world.Script.Server.Addr()) == isV4(dest) {
			from = k.world.Script.Server.Addr()
		}
	}
	if fixed {
		from = own
	}
	return as(s.family, dest), as(s.family, from), 0
}

// hears reports whether what is sent to an address reaches a socket by its own address.
func (k *Kernel) hears(t *sock, to netip.Addr) bool {
	own, fixed := t.bound()
	switch {
	case k.isRemote(to) != (fixed && k.isRemote(own)):
		return false // it is of the other machine
	case fixed:
		return own.Unmap() == to.Unmap()
	case t.family == afInet, t.local.ip.Is4In6():
		return isV4(to)
	}
	return !isV4(to) || !t.v6only()
}

// clashes reports whether two sockets of the simulated machine cannot both have a port.
func (k *Kernel) clashes(s *sock, at netip.Addr, t *sock) bool {
	if k.isRemote(t.local.ip) {
		return false
	}
	v4 := func(s *sock, ip netip.Addr) bool { return isV4(ip) || ip.IsUnspecified() && !s.v6only() }
	v6 := func(ip netip.Addr) bool { return !isV4(ip) }
	a, b := at, t.local.ip
	if v4(s, a) && v4(t, b) || v6(a) && v6(b) {
		return a.Unmap().IsUnspecified() || b.Unmap().IsUnspecified() || a.Unmap() == b.Unmap()
	}
	return false
}

// listener returns the stream socket that listens at a: one that is bound to the address before one that is bound to any.
func (k *Kernel) listener(o oracle, a address) *sock {
	var found *sock
	for id := range k.socks.next {
		t := k.sock(id)
		if t == nil || t.state != sockListening || t.family == afUnix || !k.hears(t, a.ip) || !o.same(t.local.port, a.port) {
			continue
		}
		if _, fixed := t.bound(); fixed {
			return t
		}
		found = t
	}
	return found
}

// receiver returns the datagram socket that gets what is sent from one address to another: the one that is bound or connected
// most exactly, and the latest of several; nil if there is none.
func (k *Kernel) receiver(o oracle, from, to address) *sock {
	var found *sock
	best := -1
	for id := range k.socks.next {
		t := k.sock(id)
		if t == nil || t.typ != sockDgram || t.family == afUnix || !t.local.set || !k.hears(t, to.ip) || !o.same(t.local.port, to.port) {
			continue
		}
		score := 0
		if _, fixed := t.bound(); fixed {
			score++
		}
		if t.remote.set {
			if t.remote.ip.Unmap() != from.ip.Unmap() || !o.same(t.remote.port, from.port) {
				continue
			}
			score += 2
		}
		if score >= best {
			found, best = t, score
		}
	}
	return found
}

// settle gives a socket the address that it reaches another one from. One that it was not bound to is lost again with the connection.
func (s *sock) settle(from netip.Addr) {
	if _, fixed := s.bound(); !fixed {
		s.local.ip, s.floating = from, true
	}
}

// unsettle takes that back.
func (s *sock) unsettle() {
	if s.floating {
		s.local.ip, s.floating = unspecified(s.family), false
	}
}
