package kernel

import (
	"encoding/binary"
	"testing"

	"github.com/confcov/confcov/explore/expr"
)

// child returns the machine of a process that m forks.
func (m *machine) child(name string, args ...any) *machine {
	m.t.Helper()
	a := m.action(name, args...)
	if a.Kind != ForkProcess {
		m.t.Fatalf("%s: action %d %s %s", name, a.Kind, show(int64(a.Ret.C)), a.Message)
	}
	c := *m
	c.pid = a.Child
	c.next = memBase + memSize/2
	return &c
}

func TestForkWaitExit(t *testing.T) {
	m := newMachine(t, World{})
	fds := m.space(8)
	m.want(0, "pipe", fds)
	r, w := int(m.mem(fds, 1)[0]), int(m.mem(fds+4, 1)[0])
	c := m.child("fork")
	m.want(0, "close", w)
	buf := m.space(8)
	m.blocks("read", r, buf, 8)
	c.want(0, "close", r)
	if m.k.Runnable(m.pid) {
		t.Error("woken by closing a copy of an end that is still open")
	}
	c.want(3, "write", w, "abc", 3)
	if !m.k.Runnable(m.pid) {
		t.Fatal("not woken by a write")
	}
	m.want(3, "read", r, buf, 8)
	if string(m.mem(buf, 3)) != "abc" {
		t.Errorf("read %q", m.mem(buf, 3))
	}
	m.blocks("read", r, buf, 8)
	if a := c.action("exit_group", 7); a.Kind != ExitProcess {
		t.Fatalf("exit: %v", a)
	}
	m.want(0, "read", r, buf, 8)
	status := m.space(4)
	m.want(int(c.pid), "wait4", -1, status, 0, 0)
	if got := binary.LittleEndian.Uint32(m.mem(status, 4)); got != 7<<8 {
		t.Errorf("status %#x", got)
	}
	m.want(ECHILD, "wait4", -1, status, 0, 0)
}

func TestWaitIsInterrupted(t *testing.T) {
	m := newMachine(t, World{})
	m.want(0, "rt_sigaction", sigCHLD, m.words(0x1234, 0, 0, 0), 0, 8)
	m.want(0, "rt_sigaction", sigALRM, m.words(0x5678, saRestart, 0, 0), 0, 8)
	m.child("fork")
	m.want(0, "alarm", 5)
	m.blocks("wait4", -1, 0, 0, 0)
	// The child waits too.
	c := *m
	c.pid = m.pid + 1
	c.blocks("pause")
	if got := m.k.Idle(m.cpu); got != StepTime {
		t.Fatalf("idle: %d", got)
	}
	if sec, _ := m.k.Now(); sec.C != DefaultStart+5 {
		t.Errorf("now %d", sec.C)
	}
	if _, ok := m.k.TakeSignal(m.pid); ok {
		t.Fatal("a signal was delivered before the call that waits was ended")
	}
	m.want(EINTR, "wait4", -1, 0, 0, 0)
	d, ok := m.k.TakeSignal(m.pid)
	if !ok || d.Signal != sigALRM || d.Handler != 0x5678 || !d.Restart {
		t.Fatalf("delivery %+v %v", d, ok)
	}
	if p := m.k.proc(m.pid); p.blocked != bit(sigALRM) {
		t.Errorf("mask in handler %x", p.blocked)
	}
	m.k.SignalReturn(m.pid)
	if p := m.k.proc(m.pid); p.blocked != 0 {
		t.Errorf("mask after handler %x", p.blocked)
	}
	m.blocks("wait4", -1, 0, 0, 0)
	m.k.signal(c.pid, sigTERM)
	if d, ok := m.k.TakeSignal(c.pid); !ok || d.Handler != 0 || d.Signal != sigTERM || m.k.Alive(c.pid) {
		t.Fatalf("delivery %+v %v", d, ok)
	}
	status := m.space(4)
	// The child is there to be fetched, so the call succeeds before the handler runs.
	m.want(int(c.pid), "wait4", -1, status, 0, 0)
	if got := m.mem(status, 1)[0]; got != sigTERM {
		t.Errorf("status %d", got)
	}
	if d, ok := m.k.TakeSignal(m.pid); !ok || d.Signal != sigCHLD || d.Restart {
		t.Errorf("delivery %+v %v", d, ok)
	}
}

func TestSigsuspend(t *testing.T) {
	m := newMachine(t, World{})
	m.want(0, "rt_sigaction", sigHUP, m.words(0x1000, 0, 0, 0), 0, 8)
	m.want(0, "rt_sigprocmask", 2, m.words(bit(sigHUP)|bit(sigTERM)), 0, 8)
	m.want(0, "kill", int(m.pid), sigHUP)
	m.want(EINTR, "rt_sigsuspend", m.words(0), 8)
	if d, ok := m.k.TakeSignal(m.pid); !ok || d.Handler != 0x1000 {
		t.Fatalf("delivery %+v %v", d, ok)
	}
	m.k.SignalReturn(m.pid)
	if p := m.k.proc(m.pid); p.blocked != bit(sigHUP)|bit(sigTERM) {
		t.Errorf("mask %x", p.blocked)
	}
}

func TestNanosleepRest(t *testing.T) {
	m := newMachine(t, World{})
	m.want(0, "rt_sigaction", sigALRM, m.words(0x1000, 0, 0, 0), 0, 8)
	m.want(0, "alarm", 3)
	ts := m.words(10, 0)
	m.blocks("nanosleep", ts, ts)
	m.k.Idle(m.cpu)
	m.want(EINTR, "nanosleep", ts, ts)
	if got := binary.LittleEndian.Uint64(m.mem(ts, 8)); got != 7 {
		t.Errorf("%d seconds left", got)
	}
	m.k.TakeSignal(m.pid)
	m.blocks("nanosleep", ts, ts)
	m.k.Idle(m.cpu)
	m.want(0, "nanosleep", ts, ts)
	if sec, _ := m.k.Now(); sec.C != DefaultStart+10 {
		t.Errorf("now %d", sec.C)
	}
	if got := m.k.Idle(m.cpu); got != StepDeadlock {
		t.Errorf("idle %d", got)
	}
}

func TestPidNamespace(t *testing.T) {
	m := newMachine(t, World{})
	c := m.child("clone", cloneNewPID|cloneNewIPC|sigCHLD, 0)
	c.want(1, "getpid")
	c.want(0, "getppid")
	g := c.child("fork")
	g.want(2, "getpid")
	g.want(1, "getppid")
	m.want(int(m.pid), "getpid")
	m.want(0, "kill", int(g.pid), 0)
	c.want(ESRCH, "kill", int(g.pid), 0)
	c.want(0, "kill", 2, 0)
}

func TestDeathOfNamespace(t *testing.T) {
	m := newMachine(t, World{})
	c := m.child("clone", cloneNewPID|sigCHLD, 0)
	g := c.child("fork")
	g.blocks("pause")
	c.action("exit_group", 0)
	if d, ok := m.k.TakeSignal(g.pid); !ok || d.Signal != sigKILL || m.k.Alive(g.pid) {
		t.Errorf("delivery %+v %v", d, ok)
	}
}

func TestParentDeathSignal(t *testing.T) {
	m := newMachine(t, World{})
	c := m.child("fork")
	c.want(0, "prctl", prSetPdeathsig, sigKILL, 0, 0, 0)
	m.action("exit_group", 0)
	if d, ok := m.k.TakeSignal(c.pid); !ok || d.Signal != sigKILL {
		t.Errorf("delivery %+v %v", d, ok)
	}
}

// TestParentDeathSignalOfOther: a process that has become another user's gets no signal.
func TestParentDeathSignalOfOther(t *testing.T) {
	for call, args := range map[string][]any{"setuid": {1000}, "setregid": {-1, 1000}, "setfsuid": {1000}, "setgid": {0}} {
		m := newMachine(t, World{})
		c := m.child("fork")
		c.want(0, "prctl", prSetPdeathsig, sigTERM, 0, 0, 0)
		c.want(0, call, args...)
		m.action("exit_group", 0)
		if d, ok := m.k.TakeSignal(c.pid); ok != (call == "setgid") {
			t.Errorf("%s%v: delivery %+v %v", call, args, d, ok)
		}
	}
}

func TestPassDescriptors(t *testing.T) {
	m := newMachine(t, World{Files: []FileSpec{{Path: "/f", Data: []byte("contents")}}})
	fds := m.space(8)
	m.want(0, "socketpair", afUnix, sockStream, 0, fds)
	a, b := int(m.mem(fds, 1)[0]), int(m.mem(fds+4, 1)[0])
	fd := int(m.must("open", "/f", 0))
	control := binary.LittleEndian.AppendUint64(nil, 20)
	control = binary.LittleEndian.AppendUint32(control, solSocket)
	control = binary.LittleEndian.AppendUint32(control, scmRights)
	control = binary.LittleEndian.AppendUint64(control, uint64(fd))
	iov := m.words(m.bytes([]byte("x")), 1)
	m.want(1, "write", a, "0", 1)
	m.want(1, "sendmsg", a, m.words(0, 0, iov, 1, m.bytes(control), 20, 0), 0)
	m.want(1, "write", a, "1", 1)
	m.want(0, "close", fd)
	c := m.child("fork")
	buf := c.space(8)
	riov := c.words(buf, 8)
	room := c.space(24)
	msg := c.words(0, 0, riov, 1, room, 24, 0)
	c.want(1, "recvmsg", b, msg, 0) // up to the descriptor
	binary.LittleEndian.PutUint64(c.cpu.mem[msg+40-memBase:], 24)
	c.want(2, "recvmsg", b, msg, 0)
	if got := binary.LittleEndian.Uint64(c.mem(msg+40, 8)); got != 24 {
		t.Errorf("control length %d", got)
	}
	got := int(binary.LittleEndian.Uint32(c.mem(room+16, 4)))
	c.want(8, "read", got, buf, 8)
	if string(c.mem(buf, 8)) != "contents" {
		t.Errorf("read %q through the passed descriptor", c.mem(buf, 8))
	}
	m.want(EBADF, "read", got, buf, 8)
}

func TestNofileLimit(t *testing.T) {
	m := newMachine(t, World{Files: []FileSpec{{Path: "/f"}}})
	m.want(0, "setrlimit", rlimitNofile, m.words(0, 0))
	m.want(EMFILE, "open", "/f", 0)
	m.want(EMFILE, "socket", afInet, sockStream, 0)
	m.want(1, "write", 1, "x", 1)
}

func TestNprocLimit(t *testing.T) {
	m := newMachine(t, World{})
	m.want(0, "setrlimit", rlimitNproc, m.words(0, 0))
	m.child("fork")
	m.want(0, "setuid", 1000)
	m.want(EAGAIN, "fork")
	m.want(EPERM, "setuid", 0)
	m.want(EPERM, "clone", cloneNewNet|sigCHLD, 0)
}

// option returns an 8-, 16- or 32-bit symbolic option.
func (m *machine) option(i int, bits uint, lo, hi uint64) expr.Value {
	return m.cpu.b.Value(m.cpu.b.VarUnsigned(i, bits, lo, hi))
}

func TestSymbolicUmask(t *testing.T) {
	m := newMachine(t, World{Files: []FileSpec{{Path: "/d", Kind: Directory, Mode: 0o777}}})
	m.cpu.unwinds = true
	m.cpu.config = []int64{0o077}
	m.want(0, "umask", m.option(0, 32, 0, 0o777))
	m.must("open", "/d/f", oCreat|oRdwr, 0o666)
	if m.cpu.calls != 0 {
		t.Errorf("%d decisions to create a file", m.cpu.calls)
	}
	st := m.space(144)
	m.want(0, "stat", "/d/f", st)
	d, _ := m.cpu.Read(st+24, 4)
	if d.Sym[0] == nil {
		t.Error("the mode is not symbolic")
	}
	mode := uint64(0)
	for i := range 4 {
		b := uint64(d.Bytes[i])
		if e := d.Sym[i]; e != nil {
			b = m.cpu.b.EvalConfiguration(e, m.cpu.config)
		}
		mode |= b << (8 * i)
	}
	if mode != typeFile|0o600 {
		t.Errorf("mode %o", mode)
	}
	m.want(0, "setuid", 1000)
	m.want(EACCES, "access", "/d/f", 4)
	if m.cpu.calls == 0 {
		t.Error("no decision about a symbolic mode")
	}
}

func TestSymbolicAlarms(t *testing.T) {
	for _, seconds := range []int64{3, 7} {
		m := newMachine(t, World{})
		m.cpu.unwinds = true
		m.cpu.config = []int64{seconds}
		m.want(0, "rt_sigaction", sigALRM, m.words(0x1000, 0, 0, 0), 0, 8)
		m.want(0, "alarm", m.option(0, 32, 0, 1000))
		c := m.child("fork")
		ts := m.words(5, 0)
		m.blocks("nanosleep", ts, ts)
		c.blocks("pause")
		step := m.idle()
		if step != StepTime {
			t.Fatalf("idle: %d", step)
		}
		if seconds < 5 {
			m.want(EINTR, "nanosleep", ts, ts)
			left, _ := m.cpu.Read(ts, 8)
			if left.Sym[0] == nil {
				t.Error("the time left is not symbolic")
			}
		} else {
			m.want(0, "nanosleep", ts, ts)
		}
	}
}

// idle calls Idle again where it is unwound.
func (m *machine) idle() (s Step) {
	for range 100 {
		before, again := m.k.dump(), false
		func() {
			defer func() {
				if r := recover(); r != nil {
					if _, ok := r.(unwind); !ok {
						panic(r)
					}
					again = true
				}
			}()
			s = m.k.Idle(m.cpu)
		}()
		if !again {
			return s
		}
		if m.k.dump() != before {
			m.t.Fatal("idle: not restored when unwound")
		}
	}
	m.t.Fatal("idle never ends")
	return s
}

func TestSymbolicData(t *testing.T) {
	m := newMachine(t, World{})
	fd := int(m.must("open", "/f", oCreat|oRdwr, 0o600))
	at := m.bytes([]byte("a?c"))
	e := m.option(0, 8, '0', '9').E
	m.cpu.sym[at+1] = e
	m.want(3, "write", fd, at, 3)
	m.want(3, "write", fd, "xyz", 3)
	m.want(1, "pwrite64", fd, "Z", 1, 5)
	buf := m.space(8)
	m.want(6, "pread64", fd, buf, 8, 0)
	d, _ := m.cpu.Read(buf, 6)
	if d.Sym[1] != e || string(d.Bytes[2:]) != "cxyZ" {
		t.Errorf("read %q %v", d.Bytes, d.Sym)
	}
	m.want(2, "pread64", fd, buf, m.option(1, 32, 2, 2), 0)
	m.want(0, "ftruncate", fd, 1)
	m.want(1, "pread64", fd, buf, 8, 0)
	m.want(3, "write", 1, at, 3)
	if out := m.k.Transcript(); out.Sym[1] != e {
		t.Errorf("output %v", out)
	}
}

func TestUnsupported(t *testing.T) {
	m := newMachine(t, World{})
	for _, c := range []struct{ name, message string }{{"io_uring_setup", "system call io_uring_setup"}, {"getitimer", "getitimer: timers of processor time"}} {
		if a := m.action(c.name, 1); a.Kind != Unsupported || a.Message != c.message {
			t.Errorf("%s: %+v", c.name, a)
		}
	}
	if a := m.action("read", 0, memBase-8, 8); a.Kind != Return || a.Ret.C != 0 {
		t.Errorf("read at the end of input: %+v", a)
	}
	m.want(EFAULT, "open", 4096, 0)
}

func TestRecordLocks(t *testing.T) {
	m := newMachine(t, World{})
	fd := int(m.must("open", "/log", oCreat|oRdwr|oAppend, 0o600))
	c := m.child("fork")
	flock := func(m *machine, typ uint64) uint64 { return m.words(typ, 0, 0, 0) }
	m.want(0, "fcntl", fd, fSetlkw, flock(m, lockWrite))
	c.want(EAGAIN, "fcntl", fd, fSetlk, flock(c, lockRead))
	get := flock(c, lockRead)
	c.want(0, "fcntl", fd, fGetlk, get)
	if b := c.mem(get, 32); b[0] != lockWrite || PID(binary.LittleEndian.Uint32(b[24:])) != m.pid {
		t.Errorf("lock %v", b)
	}
	c.blocks("fcntl", fd, fSetlkw, flock(c, lockWrite))
	m.want(0, "fcntl", fd, fSetlk, flock(m, lockUnlock))
	if !m.k.Runnable(c.pid) {
		t.Error("not woken by unlocking")
	}
	c.want(0, "fcntl", fd, fSetlkw, flock(c, lockWrite))
	c.action("exit_group", 0)
	m.want(0, "fcntl", fd, fSetlk, flock(m, lockWrite))
}
