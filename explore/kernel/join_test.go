package kernel

import (
	"testing"

	"github.com/confcov/confcov/explore/kernel/peer"
	"github.com/confcov/confcov/subjects/confspace"
)

// This file tests joining: what keeps kernels apart, and that a refusal leaves both as they were.

// forked returns two machines that go on from m's state, each with a CPU and memory of its own.
func (m *machine) forked() (a, b *machine) {
	half := func() *machine {
		n := *m
		n.k, n.cpu = m.k.Fork(), newFakeCPU()
		copy(n.cpu.mem, m.cpu.mem)
		return &n
	}
	return half(), half()
}

var joinWorld = World{Files: []FileSpec{
	{Path: "/f", Data: []byte("contents")}, {Path: "/g", Data: []byte("others")}, {Path: "/d", Kind: Directory},
}}

func TestJoinEqual(t *testing.T) {
	m := newMachine(t, joinWorld)
	a, b := m.forked()
	for _, half := range []*machine{a, b} {
		fd := int(half.must("open", "/new", oCreat|oRdwr, 0o644))
		half.want(3, "write", fd, "one", 3)
		half.want(2, "write", 1, "hi", 2)
		half.want(0, "unlink", "/g")
		half.must("getpid")
	}
	b.must("pipe", b.space(8))
	b.want(0, "close", 4)
	b.want(0, "close", 5)
	before := b.k.dump()
	if why := a.k.Join(a.cpu.b, b.k, confspace.Full); why != "" {
		t.Fatalf("kept apart: %s", why)
	}
	if b.k.dump() != before {
		t.Error("the other kernel changed")
	}
	fd := int(a.must("open", "/new", oRdwr))
	a.want(5, "pwrite64", fd, "three", 5, 0)
	if b.k.dump() != before {
		t.Error("the other kernel changes with the joined one")
	}
}

// TestJoinRefuses: each reason, and that a refusal changes neither kernel.
func TestJoinRefuses(t *testing.T) {
	script, err := peer.Parse("standalone\ntimeout 5s\nconnect\nexpect 220\nsession b\nconnect\nexpect 220\n", nil)
	if err != nil {
		t.Fatal(err)
	}
	served := World{Script: script}
	greet := func(m *machine) {
		fd := m.must("accept4", 3, 0, 0, 0)
		m.must("write", int(fd), "220 hello\r\n", 11)
	}
	steps := func(n int) func(m *machine) {
		return func(m *machine) {
			for range n {
				m.k.Idle(m.cpu)
			}
		}
	}
	for i, c := range []struct {
		why   string
		w     World
		begin func(m *machine)
		do    func(m *machine)
	}{
		{"host name", joinWorld, nil, func(m *machine) { m.must("sethostname", "other", 5) }},
		{"process table", joinWorld, nil, func(m *machine) { m.must("fork") }},
		{"signals", joinWorld, nil, func(m *machine) { m.must("rt_sigprocmask", 0, m.words(2), 0, 8) }},
		{"what a process waits for", joinWorld, nil, func(m *machine) { m.blocks("pause") }},
		{"attributes of a process", joinWorld, nil, func(m *machine) { m.must("prctl", prSetName, "other") }},
		{"peer's connections", served, steps(1), steps(1)},
		{"peer's step", served, func(m *machine) { steps(2)(m); greet(m) }, steps(1)},
		{"peer's waiting", served, steps(1), steps(1)},
	} {
		m := newMachine(t, c.w)
		if c.w.Script != nil {
			m.listening(21)
			if c.why != "peer's connections" {
				c.begin(m)
			}
		}
		a, b := m.forked()
		c.do(b)
		x, y := a.k.dump(), b.k.dump()
		sets := boolSets(1)
		a.cpu.b.SetSets(sets)
		if why := a.k.Join(a.cpu.b, b.k, sets.Setting(0, 1)); why != c.why {
			t.Errorf("%d: %q, want %q", i, why, c.why)
		}
		if a.k.dump() != x || b.k.dump() != y {
			t.Errorf("%s: changed by a join that was refused", c.why)
		}
	}
}
