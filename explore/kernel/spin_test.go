package kernel

import (
	"encoding/binary"
	"strings"
	"testing"

	"github.com/confcov/confcov/explore/kernel/peer"
)

// TestSpin: time passes where a process asks again and again for what it does not act on, and stands still again once it does something.
func TestSpin(t *testing.T) {
	for _, c := range []struct {
		name  string
		ready bool // whether there is something to read
		want  any
		call  func(m *machine, fd, ep int) (string, []any)
	}{
		{"poll", true, 1, func(m *machine, fd, _ int) (string, []any) { return "poll", []any{pollFd(fd), 1, -1} }},
		{"poll for no time", false, 0, func(m *machine, fd, _ int) (string, []any) { return "poll", []any{pollFd(fd), 1, 0} }},
		{"ppoll", true, 1, func(m *machine, fd, _ int) (string, []any) { return "ppoll", []any{pollFd(fd), 1, 0, 0} }},
		{"select", true, 1, func(m *machine, fd, _ int) (string, []any) {
			return "select", []any{fd + 1, m.words(1 << fd), 0, 0, 0}
		}},
		{"epoll_wait", true, 1, func(m *machine, _, ep int) (string, []any) { return "epoll_wait", []any{ep, m.space(100), 4, 5000} }},
		{"epoll_wait for no time", false, 0, func(m *machine, _, ep int) (string, []any) { return "epoll_wait", []any{ep, m.space(100), 4, 0} }},
		{"read", false, EAGAIN, func(m *machine, fd, _ int) (string, []any) { return "read", []any{fd, m.space(4), 4} }},
	} {
		t.Run(c.name, func(t *testing.T) {
			m := newMachine(t, World{})
			at := m.space(8)
			m.want(0, "pipe2", at, oNonblock)
			fd, to := int(wordLE(append(m.mem(at, 4), 0, 0, 0, 0))), int(wordLE(append(m.mem(at+4, 4), 0, 0, 0, 0)))
			ep := int(m.must("epoll_create1", 0))
			m.want(0, "epoll_ctl", ep, 1, fd, binary.LittleEndian.AppendUint64([]byte{pollIn, 0, 0, 0}, 77))
			if c.ready {
				m.want(2, "write", to, "xx", 2)
			}
			ask := func() Action {
				name, args := c.call(m, fd, ep)
				return m.action(name, args...)
			}
			answered := func(what string) {
				t.Helper()
				want := int64(0)
				switch w := c.want.(type) {
				case int:
					want = int64(w)
				case Errno:
					want = -int64(w)
				}
				if a := ask(); a.Kind != Return || int64(a.Ret.C) != want {
					t.Fatalf("%s: action %d, %s", what, a.Kind, show(int64(a.Ret.C)))
				}
			}
			turns := func(times int) {
				t.Helper()
				for range times {
					answered("at once")
				}
			}
			turns(MaxSpins)
			for second := range int64(3) {
				if a := ask(); a.Kind != Block || !strings.Contains(a.Message, "spins: "+strings.Fields(c.name)[0]) {
					t.Fatalf("action %d %q", a.Kind, a.Message)
				}
				if m.k.Runnable(m.pid) {
					t.Fatal("it runs though nothing has happened")
				}
				if got := m.idle(); got != StepTime || m.k.now.nanos() != m.k.start.nanos()+(second+1)*1e9 {
					t.Fatalf("idle %d, %d", got, m.k.now.nanos()-m.k.start.nanos())
				}
				answered("after a second")
			}
			// It does something: time stands still again.
			if c.ready {
				m.want(1, "read", fd, m.space(1), 1)
			} else {
				m.want(1, "write", to, "x", 1)
				m.want(1, "read", fd, m.space(1), 1)
			}
			turns(MaxSpins)
			if a := ask(); a.Kind != Block {
				t.Fatalf("action %d", a.Kind)
			}
		})
	}
}

// pollFd is what poll is given to wait for something to read.
func pollFd(fd int) []byte { return []byte{byte(fd), 0, 0, 0, pollIn, 0, 0, 0} }

// TestSpinAnswer: a spinning process wakes up as soon as its answer changes, but not for events that leave the answer alone.
func TestSpinAnswer(t *testing.T) {
	m := newMachine(t, World{})
	a, b := m.space(8), m.space(8)
	m.want(0, "pipe", a)
	m.want(0, "pipe", b)
	m.want(1, "write", 4, "x", 1)
	fds := m.bytes(append(pollFd(3), pollFd(5)...))
	for range MaxSpins {
		m.want(1, "poll", fds, 2, 0)
	}
	child := m.child("fork")
	m.blocks("poll", fds, 2, 0)
	child.want(1, "write", 4, "y", 1)
	m.blocks("poll", fds, 2, 0)
	child.want(1, "write", 6, "z", 1)
	m.want(2, "poll", fds, 2, 0)
	m.want(2, "poll", fds, 2, 0)
	if m.k.now != m.k.start {
		t.Error("time has passed")
	}
}

// TestSpinEnds: what a process that spins does not read keeps neither the peer nor, where there is none, the path waiting for ever.
func TestSpinEnds(t *testing.T) {
	script, err := peer.Parse("send hello\nexpect 220\n", nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range []*peer.Script{script, nil} {
		m := newMachine(t, World{Script: s})
		fds, n := m.bytes(pollFd(0)), 0
		for ; n < 10000; n++ {
			a := m.action("poll", fds, 1, -1)
			if a.Kind == Spins {
				if s != nil || !strings.Contains(a.Message, "spins: poll") {
					t.Errorf("ended with %q", a.Message)
				}
				break
			}
			if a.Kind == Block && m.idle() == StepFinished {
				if got := string(m.k.Transcript().Bytes); got != "> hello\n# no reply: none came\n" {
					t.Errorf("transcript %q", got)
				}
				break
			}
		}
		if n == 10000 {
			t.Error("no end")
		}
	}
}
