package native

// This file keeps the clock of a run. As on the simulated machine time stands still while any process can run,
// and advances to the next deadline when all wait: no run waits for a timeout, and none strikes
// at another place because the machine is slow.

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"syscall"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"

	"github.com/confcov/confcov/explore/kernel"
	"github.com/confcov/confcov/subjects/native/confine"
)

// The layout of the shared memory is that of struct clock in shim.c.
const (
	atNow      = 0
	atTaken    = 8
	atStart    = 16
	atRandom   = 24
	atBegun    = 32
	atMoves    = 40
	atSlots    = 56
	slotSize   = 32
	clockSlots = 255
	atMove     = atSlots + clockSlots*slotSize
	moveSize   = 16
	clockMoves = 16384
	clockSize  = atMove + clockMoves*moveSize
)

// firstRandom is the first state of the simulated machine's generator of random numbers.
const firstRandom uint64 = 0x9e3779b97f4a7c15

// calmBefore is for how many milliseconds all must wait before the clock advances while data may be on the way:
// acknowledgements of TCP, for which other data may wait, take up to 40.
const calmBefore = 45

// wakeUp is the signal that ends a wait: SIGRTMAX.
const wakeUp = syscall.Signal(64)

// clock is the time of one run.
type clock struct {
	init   int // process 1 of the run's cell
	file   *os.File
	mem    []byte
	quiet  int64       // segments of TCP that were sent when all were acknowledged, see inFlight
	lapses map[int]int // by slot: how many of the process's deadlines have passed since the peer did something; nil: there is no peer
}

// newClock makes the clock of a run.
func newClock() (*clock, error) {
	f, err := confine.Sized("confcov-clock", clockSize)
	if err != nil {
		return nil, err
	}
	c := &clock{file: f, quiet: -1}
	if c.mem, err = unix.Mmap(int(f.Fd()), 0, clockSize, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_SHARED); err != nil {
		f.Close()
		return nil, fmt.Errorf("memory for a clock: %w", err)
	}
	*c.word(atStart) = machineStart
	*(*uint64)(unsafe.Pointer(&c.mem[atRandom])) = firstRandom
	return c, nil
}

// clockVariable is what the program's environment has where its descriptor is that.
func clockVariable(fd int) string { return fmt.Sprintf("CONFCOV_CLOCK=%d", fd) }

func (c *clock) close() {
	unix.Munmap(c.mem)
	c.file.Close()
}

func (c *clock) word(at int) *int64 { return (*int64)(unsafe.Pointer(&c.mem[at])) }

// now returns the nanoseconds since the start.
func (c *clock) now() int64 { return atomic.LoadInt64(c.word(atNow)) }

func (c *clock) alarm(slot int) *int64    { return c.word(atSlots + slotSize*slot) }
func (c *clock) until(slot int) *int64    { return c.word(atSlots + slotSize*slot + 8) }
func (c *clock) interval(slot int) *int64 { return c.word(atSlots + slotSize*slot + 16) }
func (c *clock) order(slot int) *int64    { return c.word(atSlots + slotSize*slot + 24) }

// deadlines returns the times for which a process waits: that of its alarm, and that of its call.
func (c *clock) deadlines(slot int) []int64 {
	var list []int64
	for _, at := range []*int64{c.alarm(slot), c.until(slot)} {
		if t := atomic.LoadInt64(at); t != 0 {
			list = append(list, t)
		}
	}
	return list
}

// begun reports whether the program runs.
func (c *clock) begun() bool { return atomic.LoadInt64(c.word(atTaken)) > 0 }

// timed reports whether any process has a deadline.
func (c *clock) timed() bool {
	for slot := range min(int(atomic.LoadInt64(c.word(atTaken))), clockSlots) {
		if len(c.deadlines(slot)) > 0 {
			return true
		}
	}
	return false
}

// process is a process of the run.
type process struct {
	pid, slot int  // slot -1: it has none yet
	state     byte // as /proc/PID/stat has it
}

// processes returns those that are not zombies.
func (c *clock) processes() []process {
	var list []process
	for _, pid := range below(c.init) {
		stat, err := os.ReadFile(filepath.Join("/proc", strconv.Itoa(pid), "stat"))
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
		if n, _ := fmt.Sscanf(string(stat), "%d (confcov-%d)", &shown, &p.slot); n < 2 || p.slot < 0 || p.slot >= clockSlots {
			p.slot = -1
		}
		if p.state != 'Z' && p.state != 'X' {
			list = append(list, p)
		}
	}
	return list
}

// below returns the processes that a process has made, and those that they have.
func below(pid int) []int {
	var all []int
	for _, child := range children(pid) {
		all = append(append(all, child), below(child)...)
	}
	return all
}

// children returns the processes that a process has made: of all its threads.
func children(pid int) []int {
	folder := fmt.Sprintf("/proc/%d/task", pid)
	threads, err := os.ReadDir(folder)
	if err != nil {
		return nil
	}
	var list []int
	for _, t := range threads {
		text, err := os.ReadFile(filepath.Join(folder, t.Name(), "children"))
		if err != nil {
			continue
		}
		for _, word := range strings.Fields(string(text)) {
			if n, err := strconv.Atoi(word); err == nil {
				list = append(list, n)
			}
		}
	}
	return list
}

// inside returns the number that a process has inside its cell; 0 if it has ended.
func inside(pid int) int {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		return 0
	}
	for line := range strings.Lines(string(text)) {
		if list, ok := strings.CutPrefix(line, "NSpid:"); ok {
			fields := strings.Fields(list)
			n, _ := strconv.Atoi(fields[len(fields)-1])
			return n
		}
	}
	return 0
}

// inFlight reports whether data that were sent in the processes' network are not acknowledged yet, or that is not known. Data
// that have arrived make a process run. To look through the table of sockets takes Linux milliseconds, so that is not done where nothing was sent since it was last done in vain.
func (c *clock) inFlight() bool {
	sent := c.segments()
	if sent >= 0 && sent == c.quiet {
		return false
	}
	sockets := c.sockets()
	for _, s := range sockets {
		if s.unacknowledged {
			return true
		}
	}
	if sockets != nil {
		c.quiet = sent
	}
	return sockets == nil
}

// segments returns how many segments of TCP were sent in the processes' network; -1: that is not known.
func (c *clock) segments() int64 {
	for _, p := range c.processes() {
		text, err := os.ReadFile(fmt.Sprintf("/proc/%d/net/snmp", p.pid))
		if err == nil {
			return parseSegments(string(text))
		}
	}
	return -1
}

// parseSegments reads /proc/net/snmp: of each protocol a line of names and one of values.
func parseSegments(text string) int64 {
	var names []string
	for line := range strings.Lines(text) {
		fields := strings.Fields(line)
		if len(fields) == 0 || fields[0] != "Tcp:" {
			continue
		}
		if names == nil {
			names = fields
			continue
		}
		if i := slices.Index(names, "OutSegs"); i > 0 && i < len(fields) {
			if n, err := strconv.ParseInt(fields[i], 10, 64); err == nil {
				return n
			}
		}
	}
	return -1
}

// socket is a TCP socket in the processes' network.
type socket struct {
	port           int // its own
	listens        bool
	unacknowledged bool // bytes that were sent, or the end, are not
}

// sockets returns the TCP sockets in the processes' network; nil if they are not known.
func (c *clock) sockets() []socket {
	for _, p := range c.processes() {
		list := []socket{}
		for _, name := range []string{"tcp", "tcp6"} {
			if name == "tcp6" && noTCP6(p.pid) {
				continue
			}
			table, err := os.ReadFile(fmt.Sprintf("/proc/%d/net/%s", p.pid, name))
			if err != nil && (name == "tcp" || !errors.Is(err, fs.ErrNotExist)) { // there is no tcp6 without IPv6
				list = nil
				break
			}
			for line := range strings.Lines(string(table)) {
				if s, ok := parseSocket(line); ok {
					list = append(list, s)
				}
			}
		}
		if list != nil {
			return list
		}
	}
	return nil
}

// noTCP6 reports that no socket in a process's network is one of TCP over IPv6.
func noTCP6(pid int) bool {
	counts, err := os.ReadFile(fmt.Sprintf("/proc/%d/net/sockstat6", pid))
	return err == nil && strings.HasPrefix(string(counts), "TCP6: inuse 0\n")
}

// parseSocket reads a line of /proc/net/tcp: number, local address:port, remote address:port, state, bytes to send:bytes to
// read, in hexadecimal.
func parseSocket(line string) (s socket, ok bool) {
	fields := strings.Fields(line)
	if len(fields) < 5 {
		return s, false
	}
	_, port, _ := strings.Cut(fields[1], ":")
	n, err := strconv.ParseUint(port, 16, 16)
	if err != nil { // the heading
		return s, false
	}
	unsent, _, _ := strings.Cut(fields[4], ":")
	return socket{port: int(n), listens: fields[3] == "0A", unacknowledged: strings.Trim(unsent, "0") != ""}, true
}

// busy reports whether a process runs, or has yet to see that its time has come.
func (c *clock) busy() bool {
	return slices.ContainsFunc(c.processes(), c.runs)
}

// runs reports whether a process runs, or has yet to see that its time has come.
func (c *clock) runs(p process) bool {
	if p.state != 'S' || p.slot < 0 {
		return true
	}
	at := atomic.LoadInt64(c.until(p.slot))
	return at != 0 && at <= c.now()
}

// rests waits until a process has waited for two milliseconds, or has ended.
func (c *clock) rests(pid int) {
	seen := 0
	for end := time.Now().Add(runLimit); seen < 2 && time.Now().Before(end); {
		time.Sleep(time.Millisecond)
		list := c.processes()
		i := slices.IndexFunc(list, func(p process) bool { return p.pid == pid })
		if seen++; i >= 0 && c.runs(list[i]) {
			seen = 0
		}
	}
}

// settle waits until all processes have waited for so many milliseconds. It returns false if they never do.
func (c *clock) settle(calm int) bool {
	seen := 0
	for end := time.Now().Add(runLimit); seen < calm; {
		if time.Now().After(end) {
			return false
		}
		time.Sleep(time.Millisecond)
		seen++
		if c.busy() || !c.begun() {
			seen = 0
		}
	}
	return true
}

// delivered waits until all processes wait and what they and their peer have sent has arrived, as on the simulated machine, where that takes no time. It
// returns false if a process never waits. What nobody has room for is not waited for. To ask what is on the way takes Linux some milliseconds.
func (c *clock) delivered() bool {
	for end := time.Now().Add(calmBefore * time.Millisecond); ; {
		if !c.settle(2) {
			return false
		}
		if !c.inFlight() || time.Now().After(end) {
			return true
		}
	}
}

// advance moves the clock to the next deadline, also that of the peer if it is not 0. Of processes with the same deadline that which has waited for longest runs first, as
// Linux has it, and the others when it waits again. It returns false if there is none, or only those of processes that have woken up too often, as on the simulated machine.
func (c *clock) advance(peer int64) bool {
	next, list := peer, c.processes()
	list = slices.DeleteFunc(list, func(p process) bool { return p.slot < 0 })
	slices.SortFunc(list, func(a, b process) int {
		return cmp.Compare(atomic.LoadInt64(c.order(a.slot)), atomic.LoadInt64(c.order(b.slot)))
	})
	ok := peer != 0
	for _, p := range list {
		for _, t := range c.deadlines(p.slot) {
			if next == 0 || t < next {
				next = t
			}
			ok = ok || c.lapses[p.slot] < kernel.MaxLapses
		}
	}
	if !ok {
		return false
	}
	if next > c.now() {
		atomic.StoreInt64(c.word(atNow), next)
		c.move(next)
	}
	list = slices.DeleteFunc(list, func(p process) bool { return !c.due(p.slot, next) })
	for _, p := range list { // before any of them runs: it may end what another one waits for
		c.lapse(p.slot)
	}
	for i, p := range list {
		if i > 0 {
			c.rests(list[i-1].pid)
		}
		c.wake(p, next)
	}
	return true
}

// due reports whether a deadline of a process has passed.
func (c *clock) due(slot int, now int64) bool {
	return slices.ContainsFunc(c.deadlines(slot), func(t int64) bool { return t <= now })
}

// lapse counts a deadline of a process that has passed.
func (c *clock) lapse(slot int) {
	if c.lapses != nil {
		c.lapses[slot]++
	}
}

// wake tells a process that its time has come.
func (c *clock) wake(p process, now int64) {
	if t := atomic.LoadInt64(c.alarm(p.slot)); t != 0 && t <= now {
		again := int64(0)
		if step := atomic.LoadInt64(c.interval(p.slot)); step > 0 {
			again = t + step
		}
		atomic.StoreInt64(c.alarm(p.slot), again)
		syscall.Kill(p.pid, syscall.SIGALRM)
	}
	if t := atomic.LoadInt64(c.until(p.slot)); t != 0 && t <= now {
		syscall.Kill(p.pid, wakeUp)
	}
}

// move notes when by the machine's time the clock was advanced, since files get that time. It returns once no file can
// get an earlier one: the clock of files ticks some hundred times a second.
func (c *clock) move(now int64) {
	var before, after unix.Timespec
	unix.ClockGettime(unix.CLOCK_REALTIME, &before)
	for {
		unix.ClockGettime(unix.CLOCK_REALTIME_COARSE, &after)
		if after.Nano() > before.Nano() {
			break
		}
		time.Sleep(time.Millisecond)
	}
	n := atomic.LoadInt64(c.word(atMoves))
	if n < 0 || n >= clockMoves {
		return
	}
	*c.word(atMove + moveSize*int(n)) = after.Nano()
	*c.word(atMove + moveSize*int(n) + 8) = now
	atomic.StoreInt64(c.word(atMoves), n+1)
}

// run advances the clock of a program without a peer until the channel is closed.
func (c *clock) run(done <-chan struct{}) {
	for {
		select {
		case <-done:
			return
		case <-time.After(time.Millisecond):
		}
		if !c.timed() || c.busy() {
			continue
		}
		if c.calm(done) {
			c.advance(0)
		}
	}
}

// calm waits until all processes have waited for some time; false if one keeps running.
func (c *clock) calm(done <-chan struct{}) bool {
	for range 4 {
		select {
		case <-done:
			return false
		case <-time.After(time.Millisecond):
		}
		if c.busy() {
			return false
		}
	}
	return true
}

// epilogue lets the program continue when its peer is done, until it has ended or waits in vain; it returns whether it has ended.
func (c *clock) epilogue() bool {
	for range kernel.MaxEpilogue {
		if !c.settle(2) {
			return false
		}
		if len(c.processes()) == 0 {
			return true
		}
		if c.inFlight() {
			c.settle(calmBefore)
		}
		if !c.advance(0) {
			return len(c.processes()) == 0
		}
	}
	return false
}
