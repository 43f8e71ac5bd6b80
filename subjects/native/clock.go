package native

// This file keeps the clock of a run that has a peer. As on the simulated machine time stands still while any process can run,
// and advances to the next deadline when all wait: no run waits for a timeout, and none strikes
// at another place because the machine is slow.

import (
	"fmt"
	"os"
	"path/filepath"
	"sync/atomic"
	"syscall"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"
)

// The layout of the shared memory is that of struct clock in shim.c.
const (
	clockSize  = 4096
	clockSlots = 255
	atSlots    = 16
)

// How often the clock advances without the peer doing anything until the peer gives up, and once its script is over: as simulated.
const (
	maxPeerWait = 10000
	maxEpilogue = 1000
)

// calmBefore is for how many milliseconds all must wait before the clock advances: acknowledgements
// of TCP, for which other data may wait, take up to 40.
const calmBefore = 45

// wakeUp ends what a process waits in: SIGRTMAX.
const wakeUp = syscall.Signal(64)

// clock is the time of one run.
type clock struct {
	root string // processes below it belong to the run
	pid  int    // of its first process; 0: it was not started yet
	name string // of the file
	mem  []byte
}

// newClock makes the clock of the run in folder root.
func newClock(root string) (*clock, error) {
	f, err := os.CreateTemp("", "confcov-clock-")
	if err != nil {
		return nil, err
	}
	defer f.Close()
	c := &clock{root: root, name: f.Name()}
	if err = f.Truncate(clockSize); err == nil {
		c.mem, err = unix.Mmap(int(f.Fd()), 0, clockSize, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_SHARED)
	}
	if err != nil {
		os.Remove(c.name)
		return nil, fmt.Errorf("%s: %w", c.name, err)
	}
	return c, nil
}

// variable is what the program's environment needs.
func (c *clock) variable() string { return "CONFCOV_CLOCK=" + c.name }

func (c *clock) close() {
	unix.Munmap(c.mem)
	os.Remove(c.name)
}

func (c *clock) word(at int) *int64 { return (*int64)(unsafe.Pointer(&c.mem[at])) }

// now returns the nanoseconds since the start.
func (c *clock) now() int64 { return atomic.LoadInt64(c.word(0)) }

func (c *clock) alarm(slot int) *int64 { return c.word(atSlots + 16*slot) }
func (c *clock) until(slot int) *int64 { return c.word(atSlots + 16*slot + 8) }

// process is a process of the run.
type process struct {
	pid, slot int  // slot -1: it has none yet
	state     byte // as /proc/PID/stat has it
}

// processes returns those that are no zombies.
func (c *clock) processes() []process {
	var list []process
	for _, pid := range below(c.root, c.pid) {
		stat, err := os.ReadFile(filepath.Join("/proc", fmt.Sprint(pid), "stat"))
		if err != nil {
			continue
		}
		p := process{pid: pid, slot: -1}
		// The state follows the name, which is in parentheses.
		for i := len(stat) - 1; i > 0; i-- {
			if stat[i] == ')' && i+2 < len(stat) {
				p.state = stat[i+2]
				break
			}
		}
		var shown int
		if n, _ := fmt.Sscanf(string(stat), "%d (confcov-%d)", &shown, &p.slot); n < 2 || p.slot >= clockSlots {
			p.slot = -1
		}
		if p.state != 'Z' && p.state != 'X' {
			list = append(list, p)
		}
	}
	return list
}

// busy reports whether a process runs, or has yet to see that its time has come.
func (c *clock) busy() bool {
	now := c.now()
	for _, p := range c.processes() {
		if p.state != 'S' || p.slot < 0 {
			return true
		}
		if at := atomic.LoadInt64(c.until(p.slot)); at != 0 && at <= now {
			return true
		}
	}
	return false
}

// settle waits until all processes have waited for so many milliseconds. It returns false if they go on and on.
func (c *clock) settle(calm int) bool {
	seen := 0
	for end := time.Now().Add(runLimit); seen < calm; {
		if time.Now().After(end) {
			return false
		}
		time.Sleep(time.Millisecond)
		seen++
		if c.busy() || atomic.LoadInt64(c.word(8)) == 0 { // 0: the program has not begun
			seen = 0
		}
	}
	return true
}

// advance moves the clock to the next deadline, also that of the peer if it is not 0. It returns false
// if there is none.
func (c *clock) advance(peer int64) bool {
	next, list := peer, c.processes()
	for _, p := range list {
		for _, at := range []*int64{c.alarm(p.slot), c.until(p.slot)} {
			if t := atomic.LoadInt64(at); t != 0 && (next == 0 || t < next) {
				next = t
			}
		}
	}
	if next == 0 {
		return false
	}
	if next > c.now() {
		atomic.StoreInt64(c.word(0), next)
	}
	for _, p := range list {
		if t := atomic.LoadInt64(c.alarm(p.slot)); t != 0 && t <= next {
			atomic.StoreInt64(c.alarm(p.slot), 0)
			syscall.Kill(p.pid, syscall.SIGALRM)
		}
		if t := atomic.LoadInt64(c.until(p.slot)); t != 0 && t <= next {
			syscall.Kill(p.pid, wakeUp)
		}
	}
	return true
}

// epilogue lets the program go on when its peer is done, until it has ended or waits in vain; it returns whether it has ended.
func (c *clock) epilogue() bool {
	for range maxEpilogue {
		if !c.settle(2) {
			return false
		}
		if len(c.processes()) == 0 {
			return true
		}
		if c.settle(calmBefore); !c.advance(0) {
			return len(c.processes()) == 0
		}
	}
	return false
}
