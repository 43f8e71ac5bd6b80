package peer

import (
	"encoding/binary"
	"fmt"
	"net/netip"
	"slices"
	"strings"
)

// This file answers questions about names: a small name server.

// Types of records.
const (
	dnsA    = 1
	dnsPTR  = 12
	dnsAAAA = 28
)

// Codes of answers.
const (
	dnsFailed   = 2 // SERVFAIL
	dnsNotThere = 3 // NXDOMAIN
)

// record is what the name server says about a name.
type record struct {
	name   string // lower case, no dot at the end
	typ    uint16 // 0: of all types
	data   []byte
	shown  string // the data in the transcript
	code   byte   // instead of data
	silent bool   // no answer
}

const dnsForms = "takes NAME A ADDRESS, NAME AAAA ADDRESS, ADDRESS PTR NAME, NAME NXDOMAIN, NAME SERVFAIL, NAME silence, or on ADDRESS[:PORT]"

// dnsLine parses what follows the word dns.
func (s *Script) dnsLine(rest string, line int) error {
	fields := strings.Fields(rest)
	if len(fields) < 2 || len(fields) > 3 {
		return fmt.Errorf("dns: %s", dnsForms)
	}
	r := s.role("dns", line)
	s.roles[r].declared, s.roles[r].udp, s.roles[r].dns = true, true, true
	if fields[0] == "on" {
		at, err := parseAddress(fields[1])
		if err != nil || len(fields) > 2 {
			return fmt.Errorf("dns: %s", dnsForms)
		}
		s.dnsAt = at
		return nil
	}
	rec := record{name: strings.ToLower(strings.TrimSuffix(fields[0], "."))}
	ip, err := netip.ParseAddr(fields[0])
	if err == nil {
		rec.name = reverse(ip)
	}
	if _, ok := encodeName(rec.name); !ok {
		return fmt.Errorf("dns: %q is not a name", fields[0])
	}
	switch what := fields[1]; {
	case len(fields) == 2 && what == "NXDOMAIN":
		rec.code = dnsNotThere
	case len(fields) == 2 && what == "SERVFAIL":
		rec.code = dnsFailed
	case len(fields) == 2 && what == "silence":
		rec.silent = true
	case len(fields) == 3 && (what == "A" || what == "AAAA"):
		a, err := netip.ParseAddr(fields[2])
		if err != nil || a.Is4() != (what == "A") {
			return fmt.Errorf("dns: %s takes an address of IPv4, AAAA one of IPv6, not %q", what, fields[2])
		}
		rec.typ, rec.data = map[string]uint16{"A": dnsA, "AAAA": dnsAAAA}[what], a.AsSlice()
	case len(fields) == 3 && what == "PTR" && ip.IsValid():
		name, ok := encodeName(strings.TrimSuffix(fields[2], "."))
		if !ok {
			return fmt.Errorf("dns: %q is not a name", fields[2])
		}
		rec.typ, rec.data = dnsPTR, name
	default:
		return fmt.Errorf("dns: %s", dnsForms)
	}
	if rec.shown = fields[1]; len(fields) == 3 {
		rec.shown = fields[2]
	}
	s.records = append(s.records, rec)
	return nil
}

// reverse returns the name under which the name of an address is asked for.
func reverse(ip netip.Addr) string {
	var labels []string
	for _, b := range ip.AsSlice() {
		if ip.Is4() {
			labels = append(labels, fmt.Sprint(b))
		} else {
			labels = append(labels, fmt.Sprintf("%x", b>>4), fmt.Sprintf("%x", b&15))
		}
	}
	slices.Reverse(labels)
	if ip.Is4() {
		return strings.Join(labels, ".") + ".in-addr.arpa"
	}
	return strings.Join(labels, ".") + ".ip6.arpa"
}

// encodeName returns a name as it is in messages.
func encodeName(name string) (b []byte, ok bool) {
	for label := range strings.SplitSeq(name, ".") {
		if label == "" || len(label) > 63 {
			return nil, false
		}
		b = append(append(b, byte(len(label))), label...)
	}
	return append(b, 0), len(b) < 255
}

// question is what a message asks for.
type question struct {
	name string
	typ  uint16
	raw  []byte // as it is in the message
}

// parseQuestion returns the question of a message; false if it is none.
func parseQuestion(b []byte) (q question, ok bool) {
	if len(b) < 12 || b[2]&0xf8 != 0 || binary.BigEndian.Uint16(b[4:]) != 1 {
		return q, false
	}
	var labels []string
	at := 12
	for {
		if at >= len(b) {
			return q, false
		}
		n := int(b[at])
		if at++; n == 0 {
			break
		}
		if n > 63 || at+n > len(b) {
			return q, false
		}
		labels = append(labels, string(b[at:at+n]))
		at += n
	}
	if at+4 > len(b) {
		return q, false
	}
	return question{strings.Join(labels, "."), binary.BigEndian.Uint16(b[at:]), b[12 : at+4]}, true
}

// answer returns the message that answers a question, and how the transcript shows it; nil if there is none.
func (s *Script) answer(b []byte, q question) (out []byte, shown string) {
	const response, recursion = 0x80, 0x80
	out = append(out, b[0], b[1], response|b[2]&1, recursion, 0, 1, 0, 0, 0, 0, 0, 0)
	out = append(out, q.raw...)
	count, known := uint16(0), false
	var all []string
	for _, r := range s.records {
		switch {
		case r.name != strings.ToLower(q.name):
			continue
		case r.silent:
			return nil, r.shown
		case r.code != 0:
			out[3] |= r.code
			return out, r.shown
		case r.typ == q.typ:
			out = append(out, 0xc0, 12) // the name of the question
			out = binary.BigEndian.AppendUint16(out, r.typ)
			out = append(out, 0, 1, 0, 0, 1, 44) // for 300 seconds
			out = binary.BigEndian.AppendUint16(out, uint16(len(r.data)))
			out = append(out, r.data...)
			all = append(all, r.shown)
			count++
		}
		known = true
	}
	binary.BigEndian.PutUint16(out[6:], count)
	switch {
	case count > 0:
		return out, strings.Join(all, " ")
	case known:
		return out, "no such record"
	}
	out[3] |= dnsNotThere
	return out, "NXDOMAIN"
}

// resolve answers a datagram of a resolver.
func (c *Client) resolve(t DatagramTransport, role int, conn Conn, g Datagram) {
	q, ok := parseQuestion(g.Bytes)
	if !ok {
		c.noteOf(role, "a datagram that is no question")
		return
	}
	typ, ok := map[uint16]string{dnsA: "A", dnsAAAA: "AAAA", dnsPTR: "PTR"}[q.typ]
	if !ok {
		typ = fmt.Sprintf("TYPE%d", q.typ)
	}
	out, shown := c.script.answer(g.Bytes, q)
	c.noteOf(role, "%s %s: %s", typ, q.name, shown)
	if out != nil {
		t.SendDatagram(conn, g.From, out)
	}
}
