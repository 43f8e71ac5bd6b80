package kernel

import (
	"testing"

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

func TestJoinRefuses(t *testing.T) {
	for _, c := range []struct {
		why string
		do  func(m *machine)
	}{
		{"process table", func(m *machine) { m.must("fork") }},
		{"signals", func(m *machine) { m.must("rt_sigprocmask", 0, m.words(2), 0, 8) }},
		{"what a process waits for", func(m *machine) { m.blocks("pause") }},
	} {
		m := newMachine(t, joinWorld)
		a, b := m.forked()
		c.do(b)
		x, y := a.k.dump(), b.k.dump()
		if why := a.k.Join(a.cpu.b, b.k, confspace.Full); why != c.why {
			t.Errorf("%q, want %q", why, c.why)
		}
		if a.k.dump() != x || b.k.dump() != y {
			t.Errorf("%s: changed by a join that was refused", c.why)
		}
	}
}
