// Package peer is the scripted client.
package peer

import "net/netip"

// Script is a parsed script.
type Script struct {
	Inetd          bool
	Client, Server netip.AddrPort
}

// Client performs a script.
type Client struct{}
