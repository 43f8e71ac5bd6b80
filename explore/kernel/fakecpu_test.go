package kernel

import (
	"encoding/binary"
	"fmt"
	"testing"

	"github.com/confcov/confcov/explore/expr"
)

// This file is a CPU for tests: flat memory, and choices made by a table.

const (
	memBase = 0x10000
	memSize = 1 << 20
)

// unwind is what the fake CPU panics with where the engine would fork.
type unwind struct{}

type fakeCPU struct {
	mem     []byte
	sym     map[uint64]*expr.Expr
	b       *expr.Builder
	config  []int64             // option values by which conditions are decided
	decided map[*expr.Expr]bool // conditions that the path condition settles
	unwinds bool                // unwind at the first sight of a condition
	calls   int
	fuse    int // where not 0: the use of the CPU that unwinds
	brk     uint64
	maps    map[uint64][]byte
}

func newFakeCPU() *fakeCPU {
	return &fakeCPU{mem: make([]byte, memSize), sym: map[uint64]*expr.Expr{}, b: expr.NewBuilder(), decided: map[*expr.Expr]bool{}, maps: map[uint64][]byte{}}
}

func (c *fakeCPU) at(addr, n uint64) ([]byte, Errno) {
	if addr >= memBase && addr+n <= memBase+memSize && addr+n >= addr {
		return c.mem[addr-memBase : addr-memBase+n], 0
	}
	for base, m := range c.maps {
		if addr >= base && addr+n <= base+uint64(len(m)) {
			return m[addr-base : addr-base+n], 0
		}
	}
	return nil, EFAULT
}

// burn unwinds when the fuse has burnt down.
func (c *fakeCPU) burn() {
	if c.fuse > 0 {
		if c.fuse--; c.fuse == 0 {
			panic(unwind{})
		}
	}
}

func (c *fakeCPU) Read(addr, n uint64) (Data, Errno) {
	c.burn()
	b, errno := c.at(addr, n)
	if errno != 0 {
		return Data{}, errno
	}
	d := Data{Bytes: append([]byte(nil), b...)}
	for i := range n {
		if e := c.sym[addr+i]; e != nil {
			if d.Sym == nil {
				d.Sym = map[int]*expr.Expr{}
			}
			d.Sym[int(i)] = e
		}
	}
	return d, 0
}

func (c *fakeCPU) Write(addr uint64, d Data) Errno {
	c.burn()
	b, errno := c.at(addr, uint64(len(d.Bytes)))
	if errno != 0 {
		return errno
	}
	copy(b, d.Bytes)
	for i := range d.Bytes {
		delete(c.sym, addr+uint64(i))
		if e := d.Sym[i]; e != nil {
			c.sym[addr+uint64(i)] = e
		}
	}
	return 0
}

func (c *fakeCPU) CString(addr uint64) (string, Errno) {
	c.burn()
	var s []byte
	for {
		b, errno := c.at(addr, 1)
		if errno != 0 {
			return "", errno
		}
		if b[0] == 0 {
			return string(s), 0
		}
		s = append(s, b[0])
		addr++
	}
}

func (c *fakeCPU) Decide(e *expr.Expr) bool {
	c.calls++
	v := c.b.EvalConfiguration(e, c.config) != 0
	if c.unwinds && !c.decided[e] {
		c.decided[e] = true
		panic(unwind{})
	}
	return v
}

func (c *fakeCPU) Concrete(v expr.Value) uint64 {
	if v.E == nil {
		return v.C
	}
	c.calls++
	if c.unwinds && !c.decided[v.E] {
		c.decided[v.E] = true
		panic(unwind{})
	}
	return c.b.EvalConfiguration(v.E, c.config)
}

func (c *fakeCPU) Builder() *expr.Builder { return c.b }

func (c *fakeCPU) MapAnonymous(n uint64) uint64 {
	c.brk++
	base := c.brk << 32
	c.maps[base] = make([]byte, n)
	return base
}

func (c *fakeCPU) Unmap(addr, n uint64) Errno {
	if _, ok := c.maps[addr]; !ok {
		return EINVAL
	}
	delete(c.maps, addr)
	return 0
}

// machine is a kernel with a CPU whose memory the test fills.
type machine struct {
	t    *testing.T
	k    *Kernel
	cpu  *fakeCPU
	pid  PID
	next uint64 // where arguments are put
	burn bool   // unwind each call at every use of the CPU first
}

func newMachine(t *testing.T, w World) *machine {
	t.Helper()
	k, err := New(w)
	if err != nil {
		t.Fatal(err)
	}
	return &machine{t: t, k: k, cpu: newFakeCPU(), pid: k.FirstPID(), next: memBase}
}

var callNumbers = func() map[string]uint64 {
	m := map[string]uint64{}
	for nr, name := range callNames {
		m[name] = uint64(nr)
	}
	return m
}()

// space returns the address of n fresh bytes.
func (m *machine) space(n int) uint64 {
	if m.next+uint64(n) > memBase+memSize-64 {
		m.next = memBase
	}
	at := m.next
	m.next += uint64(n+15) &^ 15
	return at
}

func (m *machine) bytes(b []byte) uint64 {
	at := m.space(len(b) + 1)
	copy(m.cpu.mem[at-memBase:], append(append([]byte(nil), b...), 0))
	return at
}

func (m *machine) words(ws ...uint64) uint64 {
	var b []byte
	for _, w := range ws {
		b = binary.LittleEndian.AppendUint64(b, w)
	}
	return m.bytes(b)
}

func (m *machine) mem(addr uint64, n int) []byte {
	return append([]byte(nil), m.cpu.mem[addr-memBase:addr-memBase+uint64(n)]...)
}

// action makes a call. Arguments are integers, strings (put into memory), byte slices and expr.Values.
func (m *machine) action(name string, args ...any) Action {
	m.t.Helper()
	nr, ok := callNumbers[name]
	if !ok {
		m.t.Fatalf("no call %s", name)
	}
	var values [6]expr.Value
	for i, a := range args {
		switch a := a.(type) {
		case int:
			values[i] = value(uint64(int64(a)))
		case int64:
			values[i] = value(uint64(a))
		case uint64:
			values[i] = value(a)
		case PID:
			values[i] = value(uint64(int64(a)))
		case string:
			values[i] = value(m.bytes([]byte(a)))
		case []byte:
			values[i] = value(m.bytes(a))
		case expr.Value:
			values[i] = a
		default:
			m.t.Fatalf("argument %T", a)
		}
	}
	for fuse := 1; m.burn; fuse++ {
		m.cpu.fuse = fuse
		memory := append([]byte(nil), m.cpu.mem...)
		other := m.k.Fork()
		_, again := m.try(nr, values)
		m.cpu.fuse = 0
		copy(m.cpu.mem, memory)
		if !again {
			m.k = other // it came to its end; once more
			break
		}
	}
	for {
		action, again := m.try(nr, values)
		if !again {
			return action
		}
	}
}

func (m *machine) try(nr uint64, values [6]expr.Value) (a Action, again bool) {
	before := m.k.dump()
	defer func() {
		if r := recover(); r != nil {
			if _, ok := r.(unwind); !ok {
				panic(r)
			}
			if after := m.k.dump(); after != before {
				m.t.Fatalf("%s: not restored when unwound:\n%s\n%s", CallName(nr), before, after)
			}
			again = true
		}
	}()
	return m.k.Syscall(m.cpu, m.pid, nr, values), false
}

// call makes a call that must return, and returns the result: negative error numbers.
func (m *machine) call(name string, args ...any) int64 {
	m.t.Helper()
	a := m.action(name, args...)
	if a.Kind != Return && a.Kind != ForkProcess {
		m.t.Fatalf("%s: action %d %s", name, a.Kind, a.Message)
	}
	if a.Kind == ForkProcess {
		return int64(a.Child)
	}
	return int64(a.Ret.C)
}

// want makes a call and checks its result.
func (m *machine) want(result any, name string, args ...any) int64 {
	m.t.Helper()
	got := m.call(name, args...)
	w := int64(0)
	switch r := result.(type) {
	case int:
		w = int64(r)
	case Errno:
		w = -int64(r)
	}
	if got != w {
		m.t.Errorf("%s: %s, want %s", name, show(got), show(w))
	}
	return got
}

// must makes a call that succeeds.
func (m *machine) must(name string, args ...any) int64 {
	m.t.Helper()
	got := m.call(name, args...)
	if got < 0 {
		m.t.Fatalf("%s: %s", name, show(got))
	}
	return got
}

func (m *machine) blocks(name string, args ...any) {
	m.t.Helper()
	if a := m.action(name, args...); a.Kind != Block {
		m.t.Fatalf("%s: action %d %s, want it to block", name, a.Kind, show(int64(a.Ret.C)))
	}
}

func show(n int64) string {
	if n < 0 && n > -4096 {
		return Errno(-n).String()
	}
	return fmt.Sprint(n)
}

// dump renders the whole state but the epoch.
func (k *Kernel) dump() string {
	s := fmt.Sprintf("version %d now %v root %d locks %v port %v output %q notes %v\n", k.version, k.now, k.root, k.locks, k.nextPort, k.output.b, k.Notes())
	for i := range k.inodes.next {
		if n := k.inodes.get(i); n != nil {
			c := *n
			c.epoch, c.dir, c.data = 0, nil, buf{}
			s += fmt.Sprintf("inode %+v data %q %v", c, n.data.b, n.data.s)
			if n.dir != nil {
				s += fmt.Sprintf(" parent %d %v", n.dir.parent, n.dir.entries)
			}
			s += "\n"
		}
	}
	for i := range k.files.next {
		if f := k.files.get(i); f != nil {
			c := *f
			c.epoch = 0
			s += fmt.Sprintf("file %+v\n", c)
		}
	}
	for i := range k.socks.next {
		if f := k.socks.get(i); f != nil {
			c := *f
			c.epoch, c.rx = 0, queue{}
			s += fmt.Sprintf("sock %+v rx %d %q\n", c, f.rx.at(), f.rx.peek(1<<30).Bytes)
		}
	}
	for i := range k.pipes.next {
		if f := k.pipes.get(i); f != nil {
			s += fmt.Sprintf("pipe %d %d %q\n", f.readers, f.writers, f.q.peek(1<<30).Bytes)
		}
	}
	for p := range k.processes {
		c := *p
		c.epoch, c.fdsEpoch, c.actions, c.limits = 0, 0, nil, nil
		s += fmt.Sprintf("process %+v %v %v\n", c, *p.actions, *p.limits)
	}
	return s
}
