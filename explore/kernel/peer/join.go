package peer

import (
	"bytes"
	"maps"
)

// This file compares clients.

// Differs says in what two clients that perform the same script differ: "" if in nothing.
func (c *Client) Differs(o *Client) string {
	switch {
	case c.script != o.script:
		return "peer's script"
	case c.step != o.step || c.ended != o.ended || c.sent != o.sent || c.cur != o.cur:
		return "peer's step"
	case c.sessions != o.sessions:
		return "peer's sessions"
	case !sameChunks(c.got, o.got):
		return "peer's received data"
	case !sameLog(c.log, o.log):
		return "transcript"
	}
	return ""
}

func sameData(a, b Data) bool {
	return bytes.Equal(a.Bytes, b.Bytes) && maps.Equal(a.Unknown, b.Unknown)
}

// sameChunks compares what was received, however it was cut into pieces.
func sameChunks(a, b *chunk) bool { return a == b || sameData(a.all(), b.all()) }

func sameLog(a, b *entry) bool {
	for ; a != b; a, b = a.next, b.next {
		if a == nil || b == nil || a.kind != b.kind || a.session != b.session || !sameData(a.data, b.data) {
			return false
		}
	}
	return true
}
