package kernel

import (
	"testing"
)

func TestHello(t *testing.T) {
	m := newMachine(t, World{})
	m.want(6, "write", 1, "hello\n", 6)
	iov := m.words(m.bytes([]byte("a")), 1, m.bytes([]byte("bc")), 2)
	m.want(3, "writev", 2, iov, 2)
	if got := string(m.k.Output().Bytes); got != "hello\nabc" {
		t.Errorf("output %q", got)
	}
	if a := m.action("exit_group", 3); a.Kind != ExitProcess || a.Ret.C != 3 {
		t.Errorf("exit: %+v", a)
	}
	if status, ok := m.k.ExitStatus(m.pid); !ok || status != 3<<8 {
		t.Errorf("status %x %v", status, ok)
	}
}

func TestFork(t *testing.T) {
	m := newMachine(t, World{Files: []FileSpec{{Path: "/etc/passwd", Data: []byte("root:x:0:0::/root:/bin/sh\n")}}})
	fd := m.must("open", "/new", oCreat|oRdwr, 0o644)
	m.want(3, "write", int(fd), "one", 3)
	other := &machine{t: t, k: m.k.Fork(), cpu: newFakeCPU(), pid: m.pid, next: memBase}
	before := other.k.dump()
	m.want(3, "write", int(fd), "two", 3)
	m.want(0, "unlink", "/etc/passwd")
	if other.k.dump() != before {
		t.Fatalf("the fork changed:\n%s\n%s", before, other.k.dump())
	}
	mine := m.k.dump()
	other.want(4, "write", int(fd), "four", 4)
	if m.k.dump() != mine {
		t.Fatal("the original changed")
	}
	buf := other.space(16)
	other.want(7, "pread64", int(fd), buf, 16, 0)
	if got := string(other.mem(buf, 7)); got != "onefour" {
		t.Errorf("read %q", got)
	}
}

func TestDevices(t *testing.T) {
	m := newMachine(t, World{})
	buf := m.space(16)
	fd := int(m.must("open", "/dev/null", oRdwr))
	m.want(0, "read", fd, buf, 16)
	m.want(16, "write", fd, buf, 16)
	m.want(ENOTTY, "ioctl", fd, 0x5401, buf)
	fd = int(m.must("open", "/dev/zero", 0))
	m.want(16, "read", fd, buf, 16)
	fd = int(m.must("open", "/dev/urandom", 0))
	m.want(16, "read", fd, buf, 16)
	first := m.mem(buf, 16)
	m.want(16, "getrandom", buf, 16, 0)
	if string(first) == string(m.mem(buf, 16)) || string(first) == string(make([]byte, 16)) {
		t.Errorf("not random: %x %x", first, m.mem(buf, 16))
	}
	other := newMachine(t, World{})
	other.want(16, "getrandom", buf, 16, 0)
	if string(first) != string(other.mem(buf, 16)) {
		t.Error("not deterministic")
	}
	fd = int(m.must("open", "/dev/full", oRdwr))
	m.want(ENOSPC, "write", fd, buf, 1)
	m.want(ENOENT, "open", "/dev/tty", oRdwr)
	m.want(0, "mknod", "/dev/mine", typeChr|0o600, 0x102)
	m.want(ENXIO, "open", "/dev/mine", oRdwr)
}

func TestBadWorld(t *testing.T) {
	for _, c := range []struct {
		w    World
		want string
	}{
		{World{Files: []FileSpec{{Path: "relative"}}}, `file "relative" of the world: the path is not absolute`},
		{World{Files: []FileSpec{{Path: "/a/../b"}}}, `file "/a/../b" of the world: ".." cannot be the name of a file`},
		{World{Files: []FileSpec{{Path: "/a"}, {Path: "/a/b"}}}, `file "/a/b" of the world: "a" is not a directory`},
		{World{Files: []FileSpec{{Path: "/a"}, {Path: "/a"}}}, `file "/a" of the world: there already is one`},
		{World{Files: []FileSpec{{Path: "/a", Kind: HardLink, Target: "/b"}}}, `file "/a" of the world: "/b" is no file`},
		{World{Cwd: "/nowhere"}, `working directory "/nowhere" of the world: no such directory`},
	} {
		if _, err := New(c.w); err == nil || err.Error() != c.want {
			t.Errorf("error %v, want %s", err, c.want)
		}
	}
}
