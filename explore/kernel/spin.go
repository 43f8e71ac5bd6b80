package kernel

import (
	"encoding/binary"
	"fmt"
	"hash/fnv"
)

// This file lets time pass for processes that spin.
//
// Time stands still while any process can run. A process that is told again and again what it does not act on would run for ever: a
// server that is asked to read from a full buffer, or that waits for no time at all until it is later. On a real machine it runs at full speed while time
// passes. So a call that could return at once, as MaxSpins calls of the process before it did without the process doing anything in between, waits instead:
// until its answer is another one, a signal comes, or a second has passed; and so does each such call from then on, until the process does something.
//
// The calls that count are poll, select and epoll_wait in all their forms, and calls that fail with EAGAIN. What a process does is reading,
// writing to sockets and pipes, accepting, connecting, shutting down and closing. What it prints and writes to files does not count: a server that complains each
// time spins, too. Waiting so, a process has a deadline like any other, which counts as a lapse: see MaxLapses. Without a peer whose patience ends,
// the path ends after MaxSpun such waits in a row.
const (
	MaxSpins = 128 // calls in a row that return at once
	MaxSpun  = 1000
)

// spinTime is for how long a process that spins waits.
var spinTime = momentOf(1, 0)

// deed says when a call does something, so that its caller does not spin.
type deed uint8

const (
	deedNone   deed = iota
	deedAlways      // if it succeeds
	deedTakes       // if it takes bytes, and does not leave them there
	deedGives       // if it gives bytes to somebody
)

// deeds is indexed by call number. These are the calls that subjects/native/shim knows.
var deeds [len(callNames)]deed

func init() {
	byName := map[string]deed{
		"read": deedTakes, "readv": deedTakes, "recvfrom": deedTakes, "recvmsg": deedTakes,
		"write": deedGives, "writev": deedGives, "sendto": deedGives, "sendmsg": deedGives, "sendfile": deedGives,
		"accept": deedAlways, "accept4": deedAlways, "connect": deedAlways, "shutdown": deedAlways, "close": deedAlways,
	}
	for nr, name := range callNames {
		deeds[nr] = byName[name]
	}
}

// acts reports whether the call, which returned n, did something.
func (c *call) acts(n int64) bool {
	switch deeds[c.nr] {
	case deedAlways:
		return true
	case deedTakes:
		return n > 0 && c.receiveFlags()&msgPeek == 0
	case deedGives:
		f := c.openFile(c.fd(0))
		return n > 0 && f != nil && (f.kind == kindSock || f.kind == kindPipe)
	}
	return false
}

// receiveFlags returns the flags of a call that receives, 0 of one that reads.
func (c *call) receiveFlags() int {
	switch callNames[c.nr] {
	case "recvfrom":
		return c.int(3)
	case "recvmsg":
		return c.int(2)
	}
	return 0
}

// notReady reports whether the call, which fails with EAGAIN, is to wait because its caller spins.
func (c *call) notReady() bool {
	if deeds[c.nr] == deedNone || c.k.interrupting(c.p) {
		return false
	}
	return c.spins(func() uint64 { return uint64(c.fd(0)) })
}

// waits reports whether a call that waits for descriptors waits. ready says whether it has something to tell, answer what: as a digest.
func (c *call) waits(ready bool, answer func() uint64, timeout *moment) bool {
	p := c.p
	if !c.k.interrupting(p) && (ready || timeout != nil && timeout.isZero()) {
		return c.spins(answer)
	}
	if p.wait.spins {
		p.wait = waiting{}
	}
	return !ready && !c.pollEnded(timeout)
}

// spins counts a call that can return at once, and reports whether it waits because too many did.
func (c *call) spins(answer func() uint64) bool {
	p, o, w := c.p, c.oracle(), &c.p.wait
	switch {
	case !w.active:
	case !w.spins: // it has waited for what it tells now
		p.acted()
		return false
	case w.answer != answer():
		p.wait = waiting{}
		p.acted()
		return false
	case o.less(c.k.now, w.deadline):
		return true
	default:
		p.wait, p.spins = waiting{}, value(MaxSpins)
		return false
	}
	p.spins = o.plus(p.spins, value(1))
	if !o.beyond(p.spins, MaxSpins) {
		return false
	}
	p.spun = o.plus(p.spun, value(1))
	w.spins, w.answer = true, answer()
	w.timed, w.deadline = true, o.add(c.k.now, spinTime)
	return true
}

// spinning returns the answer of a process that waits because it spins. Where nothing but time can end that, it ends the path at last.
func (c *call) spinning() Action {
	name := CallName(c.nr)
	if c.k.world.Script == nil && c.oracle().beyond(c.p.spun, MaxSpun) {
		return Action{Kind: Spins, Message: fmt.Sprintf("the process spins: %s returned at once again and again for %d seconds, in which it did nothing else", name, MaxSpun)}
	}
	return Action{Kind: Block, Message: fmt.Sprintf("the process spins: %s returned at once %d times without anything done in between; from then on each such call waits up to a second", name, MaxSpins)}
}

// acted notes that the process has done something, or waited.
func (p *process) acted() { p.spins, p.spun = value(0), value(0) }

// digest returns a number for some bytes: of each part and its length.
func digest(parts ...[]byte) uint64 {
	h := fnv.New64a()
	for _, b := range parts {
		h.Write(binary.LittleEndian.AppendUint64(nil, uint64(len(b))))
		h.Write(b)
	}
	return h.Sum64()
}
