package confine

// This file starts programs in cells.

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/netip"
	"os"
	"os/exec"
	"path"
	"strconv"
	"strings"
	"sync"
	"syscall"

	"golang.org/x/sys/unix"

	"github.com/confcov/confcov/explore/guard"
)

// File is a file, folder, symbolic link or device of a cell.
type File struct {
	Path     string
	Mode     uint32 // with the type of the file, as in st_mode
	UID, GID uint32
	Data     []byte // of a symbolic link: its target
	Major    uint32 // of a device
	Minor    uint32
	Time     int64 // of the last change, in seconds; used if HasTime
	HasTime  bool
}

// Peer is the client of a server inside.
type Peer struct {
	Client, Server netip.AddrPort
	Further        []netip.Addr // addresses of the client's machine besides
	Connected      bool         // descriptors 0, 1 and 2 are a connection with the client
	Ears           []Ear        // where the client listens before the program starts: Listen and ListenDatagrams take what arrived meanwhile, too
}

// Ear is where the client waits for connections or datagrams.
type Ear struct {
	At        netip.AddrPort
	Datagrams bool
}

// maxFurther is how many addresses Peer.Further can have.
const maxFurther = 256

// maxEars is how many places Peer.Ears can have.
const maxEars = 64

// Spec is what a program is started with.
type Spec struct {
	Program string // the executable; of the host, unless Host
	Args    []string
	Env     []string
	Dir     string // inside; "/" if empty

	Files    []File   // of the root, in this order: their inodes are numbered from 1 as they are made
	Size     int64    // of the root, in bytes; 0: 64 MiB
	Host     bool     // the host's compilers, libraries and programs can be read
	Readable []string // further folders and files of the host that can be read
	Writable []string // folders of the host that can be written to; see Give

	Stdin  []byte   // what standard input holds, a regular file; used if HasStdin
	Input  *os.File // else; nil: /dev/null
	Output *os.File // standard output; nil: /dev/null
	Errors *os.File // standard error; nil: /dev/null
	Extra  []*os.File

	StdinTime int64 // of its last change, in seconds; 0: now

	HasStdin bool // and descriptors 0, 1 and 2 are not Peer's
	Peer     *Peer
	Turns    bool // the processes take turns on one processor, where that is permitted
	Limits   Limits
}

// Limits are what a program can use; 0 is the default.
type Limits struct {
	CPU       uint64 // seconds of each process; 300
	Memory    uint64 // bytes of addresses of each process; 8 GiB
	NoMemory  bool   // no limit of addresses: sanitizers reserve terabytes
	FileSize  uint64 // bytes; 1 GiB
	Processes uint64 // at once, of one user; 512
}

// host is what Spec.Host shows.
var host = []string{
	"/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/opt", "/etc/alternatives", "/etc/ld.so.cache",
	"/etc/ld.so.conf", "/etc/ld.so.conf.d", "/nix/store", "/gnu/store",
}

// orders are what the helper is told: strings that end in NUL.
type orders struct{ bytes.Buffer }

func (o *orders) add(words ...any) {
	for _, w := range words {
		fmt.Fprint(o, w)
		o.WriteByte(0)
	}
}

// check reports strings that orders cannot have.
func (s *Spec) check() error {
	for _, list := range [][]string{s.Args, s.Env, s.Readable, s.Writable, {s.Program, s.Dir}} {
		for _, text := range list {
			if strings.ContainsRune(text, 0) {
				return fmt.Errorf("%q contains a NUL byte", text)
			}
		}
	}
	if len(s.Args) > 4000 || len(s.Env) > 4000 {
		return errors.New("too many arguments or variables")
	}
	if s.Peer != nil && len(s.Peer.Further) > maxFurther {
		return fmt.Errorf("the peer has more than %d addresses", maxFurther)
	}
	if s.Peer != nil && len(s.Peer.Ears) > maxEars {
		return fmt.Errorf("the peer listens in more than %d places before the program starts", maxEars)
	}
	return nil
}

// orders returns what the helper is told.
func (s *Spec) orders(m Mode) []byte {
	var o orders
	o.add(m.String(), Base)
	size := s.Size
	if size == 0 {
		size = 64 << 20
	}
	o.add("tmpfs", "/", fmt.Sprintf("size=%d,nr_inodes=65536,mode=755", size))
	s.files(&o)
	if s.HasStdin && (s.Peer == nil || !s.Peer.Connected) {
		o.add("stdin", len(s.Stdin), s.StdinTime)
		o.Write(s.Stdin)
	}
	s.times(&o, m)
	if s.Host {
		o.add("tmpfs", "/tmp", fmt.Sprintf("size=%d,nr_inodes=65536,mode=1777", size))
		for _, name := range []string{"null", "zero", "full", "random", "urandom"} {
			o.add("device", "/dev/"+name, 1, map[string]int{"null": 3, "zero": 5, "full": 7, "random": 8, "urandom": 9}[name])
		}
		o.add("proc")
		for _, name := range host {
			o.add("bind", name, "ro")
		}
	}
	for _, name := range s.Readable {
		o.add("bind", name, "ro")
	}
	for _, name := range s.Writable {
		o.add("bind", name, "rw")
	}
	if p := s.Peer; p != nil {
		from := 0
		if p.Connected {
			from = int(p.Client.Port())
		}
		apart := 0
		if !p.Client.Addr().IsLoopback() && p.Client.Addr() != p.Server.Addr() {
			apart = 1
		}
		for _, ip := range p.Further {
			o.add("further", ip.Unmap())
		}
		for _, e := range p.Ears {
			o.add("ear", map[bool]string{false: "tcp", true: "udp"}[e.Datagrams], e.At.Addr().Unmap(), e.At.Port())
		}
		o.add("peer", p.Client.Addr().Unmap(), p.Server.Addr().Unmap(), from, p.Server.Port(), apart)
	}
	s.limits(&o)
	if s.Turns {
		o.add("turns")
	}
	o.add("extras", len(s.Extra))
	for _, a := range s.Args {
		o.add("arg", a)
	}
	for _, e := range s.Env {
		o.add("env", e)
	}
	if s.Dir != "" {
		o.add("chdir", s.Dir)
	}
	if s.Host {
		o.add("exec", s.Program)
	} else {
		o.add("load", s.Program)
	}
	return o.Bytes()
}

func (s *Spec) files(o *orders) {
	for i := range s.Files {
		f := &s.Files[i]
		switch name := path.Clean("/" + f.Path); f.Mode & unix.S_IFMT {
		case unix.S_IFDIR:
			o.add("dir", name, f.Mode&0o7777, f.UID, f.GID)
		case unix.S_IFLNK:
			o.add("link", name, string(f.Data), f.UID, f.GID)
		case unix.S_IFCHR:
			o.add("device", name, f.Major, f.Minor)
		default:
			o.add("file", name, f.Mode&0o7777, f.UID, f.GID, len(f.Data))
			o.Write(f.Data)
		}
	}
}

// times come when all files are there, those of folders after those of what they hold.
func (s *Spec) times(o *orders, m Mode) {
	for i := range s.Files {
		if f := &s.Files[len(s.Files)-1-i]; f.HasTime && (m == Range || f.Mode&unix.S_IFMT != unix.S_IFCHR) { // else devices are the host's
			o.add("time", path.Clean("/"+f.Path), f.Time)
		}
	}
}

func (s *Spec) limits(o *orders) {
	or := func(n, otherwise uint64) uint64 {
		if n == 0 {
			return otherwise
		}
		return n
	}
	l := &s.Limits
	o.add("limit", unix.RLIMIT_CORE, 0)
	o.add("limit", unix.RLIMIT_CPU, or(l.CPU, 300))
	o.add("limit", unix.RLIMIT_FSIZE, or(l.FileSize, 1<<30))
	o.add("limit", unix.RLIMIT_NPROC, or(l.Processes, 512))
	if !l.NoMemory {
		o.add("limit", unix.RLIMIT_AS, or(l.Memory, 8<<30))
	}
}

// Cell is a program that runs, with all that it starts.
type Cell struct {
	Init int // number of process 1 inside, as seen from here

	cmd     *exec.Cmd
	control *net.UnixConn
	replies chan reply
	started chan error
	exited  chan struct{} // closed when the first process has ended
	empty   chan struct{} // closed when no process is left, or when the cell has ended
	ended   chan struct{} // closed when the helper has ended: until then it serves the peer
	once    sync.Once     // closes empty
	wait    sync.Once     // waits for cmd
	mu      sync.Mutex
	status  syscall.WaitStatus
	hasExit bool
	begun   bool
	conn    *os.File // the client's end of the first connection
	failure error    // of confcov's own code that serves the program
}

type reply struct {
	kind byte
	file *os.File
}

// Start starts a program. It runs until it ends or Kill is called.
func Start(ctx context.Context, s *Spec) (*Cell, error) {
	m, err := mode()
	if err != nil {
		return nil, err
	}
	return start(ctx, s, m)
}

func start(ctx context.Context, s *Spec, m Mode) (*Cell, error) {
	if err := s.check(); err != nil {
		return nil, err
	}
	helper, err := helper(ctx)
	if err != nil {
		return nil, err
	}
	told, err := Memory("confcov-orders", s.orders(m))
	if err != nil {
		return nil, err
	}
	defer told.Close()
	pair, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_SEQPACKET|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		return nil, fmt.Errorf("a socket for a confined run: %w", err)
	}
	far := os.NewFile(uintptr(pair[1]), "control")
	defer far.Close()
	near := os.NewFile(uintptr(pair[0]), "control")
	conn, err := net.FileConn(near)
	near.Close()
	if err != nil {
		return nil, fmt.Errorf("a socket for a confined run: %w", err)
	}
	c := &Cell{
		control: conn.(*net.UnixConn), replies: make(chan reply, 1), started: make(chan error, 1),
		exited: make(chan struct{}), empty: make(chan struct{}), ended: make(chan struct{}),
	}
	c.cmd = exec.Command(helper)
	c.cmd.Env = []string{}
	c.cmd.Dir = "/"
	c.cmd.ExtraFiles = append([]*os.File{far, told}, s.Extra...)
	if s.Input != nil {
		c.cmd.Stdin = s.Input
	}
	if s.Output != nil {
		c.cmd.Stdout = s.Output
	}
	if s.Errors != nil {
		c.cmd.Stderr = s.Errors
	}
	// An interruption from the terminal reaches confcov alone, which ends the cell.
	c.cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if err := c.cmd.Start(); err != nil {
		c.control.Close()
		return nil, fmt.Errorf("a confined run: %w", err)
	}
	far.Close()
	guard.Go(c.read, func(err error) {
		if err != nil {
			c.fail(err)
		}
		c.finish(cmp.Or(err, errors.New("the helper ended before the program began")))
	})
	select {
	case err = <-c.started:
	case <-ctx.Done():
		err = ctx.Err()
	}
	if err != nil {
		c.Kill()
		return nil, fmt.Errorf("a confined run: %w", err)
	}
	return c, nil
}

// read takes the helper's packets until it ends.
func (c *Cell) read() error {
	text, rights := make([]byte, 4096), make([]byte, 64)
	for {
		n, rn, _, _, err := c.control.ReadMsgUnix(text, rights)
		if err != nil || n == 0 {
			return nil
		}
		c.packet(string(text[:n]), descriptor(rights[:rn]))
	}
}

func (c *Cell) finish(err error) {
	close(c.ended)
	select {
	case c.started <- err:
	default:
	}
	c.once.Do(func() { close(c.empty) })
}

// descriptor returns the file that came with a packet; nil if none did.
func descriptor(rights []byte) *os.File {
	messages, err := unix.ParseSocketControlMessage(rights)
	if err != nil || len(messages) == 0 {
		return nil
	}
	fds, err := unix.ParseUnixRights(&messages[0])
	if err != nil || len(fds) == 0 {
		return nil
	}
	for _, fd := range fds {
		unix.CloseOnExec(fd)
	}
	return os.NewFile(uintptr(fds[0]), "socket")
}

// packet handles one packet. After the program has begun nothing in it is trusted.
func (c *Cell) packet(text string, file *os.File) {
	c.mu.Lock()
	defer c.mu.Unlock()
	n, _ := strconv.Atoi(text[1:])
	switch kind := text[0]; {
	case kind == 'P' && !c.begun:
		c.Init = n
	case kind == 'M' && !c.begun:
		if err := delegate(c.cmd.Process.Pid); err != nil {
			c.started <- err
			c.control.Close()
			return
		}
		c.control.Write([]byte("m"))
	case kind == 'E' && !c.begun:
		select {
		case c.started <- errors.New(text[1:]):
		default:
		}
	case kind == 'C' && !c.begun:
		c.conn = file
		return
	case kind == 'S' && !c.begun:
		c.begun = true
		select {
		case c.started <- nil:
		default:
		}
	case kind == 'X' && !c.hasExit:
		c.status, c.hasExit = syscall.WaitStatus(n), true
		close(c.exited)
	case kind == 'Z':
		c.once.Do(func() { close(c.empty) })
	case kind == 'd', kind == 'l', kind == 'n', kind == 'r':
		select {
		case c.replies <- reply{kind, file}:
			return
		default:
		}
	}
	if file != nil {
		file.Close()
	}
}

// Exited is closed when the first process has ended, Empty when no process is left or the cell has ended.
func (c *Cell) Exited() <-chan struct{} { return c.exited }
func (c *Cell) Empty() <-chan struct{}  { return c.empty }

// Status returns how the first process ended; false if it was still running when the cell ended.
func (c *Cell) Status() (syscall.WaitStatus, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.status, c.hasExit
}

// Go calls f, which serves the program, in a goroutine of its own. If it panics the cell ends, and Failure is the error. In any case done is
// called then; it may be nil.
func (c *Cell) Go(f, done func()) {
	guard.Go(func() error { f(); return nil }, func(err error) {
		if err != nil {
			c.fail(err)
		}
		if done != nil {
			done()
		}
		if err != nil {
			c.Kill()
		}
	})
}

// fail records why the cell cannot go on.
func (c *Cell) fail(err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.failure = cmp.Or(c.failure, err)
}

// Failure returns the error of the first function of Go that panicked.
func (c *Cell) Failure() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.failure
}

// Kill ends every process inside and returns when there is none.
func (c *Cell) Kill() {
	c.control.Close()
	c.wait.Do(func() { c.cmd.Wait() }) // of the helper, which waits for process 1, which Linux lets end last
	c.once.Do(func() { close(c.empty) })
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.conn != nil {
		c.conn.Close()
		c.conn = nil
	}
}

// Connection returns the client's end of the first connection of Peer.Connected; the caller closes it.
func (c *Cell) Connection() (*net.TCPConn, error) {
	c.mu.Lock()
	file := c.conn
	c.conn = nil
	c.mu.Unlock()
	return connection(file)
}

// connection makes a TCP connection of a descriptor, which it closes.
func connection(file *os.File) (*net.TCPConn, error) {
	if file == nil {
		return nil, errors.New("a confined run: no connection")
	}
	return socketOf[*net.TCPConn](file, net.FileConn)
}

// socketOf makes a socket of a kind of a descriptor, which it closes.
func socketOf[S, I io.Closer](file *os.File, open func(*os.File) (I, error)) (s S, err error) {
	defer file.Close()
	opened, err := open(file)
	if err != nil {
		return s, fmt.Errorf("a confined run: %w", err)
	}
	s, ok := any(opened).(S)
	if !ok {
		opened.Close()
		return s, fmt.Errorf("a confined run: the descriptor is not a %T", s)
	}
	return s, nil
}

// ErrRefused says that nobody listens.
var ErrRefused = errors.New("connection refused")

// Dial connects an address and port of the client's to a port of the server's.
func (c *Cell) Dial(from netip.AddrPort, to int) (*net.TCPConn, error) {
	r, err := c.ask(fmt.Sprintf("D%s %d %d", from.Addr().Unmap(), from.Port(), to))
	if err != nil {
		return nil, err
	}
	if r.kind == 'n' {
		return nil, ErrRefused
	}
	return connection(r.file)
}

// Listen waits for connections at an address of the client's, or of the program's machine.
func (c *Cell) Listen(at netip.AddrPort) (*net.TCPListener, error) {
	file, err := c.hear("L", at)
	if err != nil {
		return nil, err
	}
	return socketOf[*net.TCPListener](file, net.FileListener)
}

// ListenDatagrams waits for datagrams there.
func (c *Cell) ListenDatagrams(at netip.AddrPort) (*net.UDPConn, error) {
	file, err := c.hear("U", at)
	if err != nil {
		return nil, err
	}
	return socketOf[*net.UDPConn](file, net.FilePacketConn)
}

func (c *Cell) hear(order string, at netip.AddrPort) (*os.File, error) {
	r, err := c.ask(fmt.Sprintf("%s%s %d", order, at.Addr().Unmap(), at.Port()))
	if err != nil {
		return nil, err
	}
	if r.file == nil {
		return nil, errors.New("a confined run: the peer cannot listen")
	}
	return r.file, nil
}

// ask sends an order and waits for the reply.
func (c *Cell) ask(order string) (reply, error) {
	if _, err := c.control.Write([]byte(order)); err != nil {
		return reply{}, fmt.Errorf("a confined run: %w", err)
	}
	select {
	case r := <-c.replies:
		return r, nil
	case <-c.ended:
		select {
		case r := <-c.replies:
			return r, nil
		default:
		}
		return reply{}, errors.New("a confined run: it has ended")
	}
}

// Memory returns a file in memory with these contents.
func Memory(name string, data []byte) (*os.File, error) {
	f, err := Sized(name, int64(len(data)))
	if err != nil {
		return nil, err
	}
	if _, err := f.WriteAt(data, 0); err != nil {
		f.Close()
		return nil, fmt.Errorf("memory for a native run: %w", err)
	}
	return f, nil
}

// Sized returns a file in memory of so many bytes. A program that has it cannot change its size, which would be fatal for
// those who have mapped it.
func Sized(name string, size int64) (*os.File, error) {
	fd, err := unix.MemfdCreate(name, unix.MFD_CLOEXEC|unix.MFD_ALLOW_SEALING)
	if err != nil {
		return nil, fmt.Errorf("memory for a native run: %w", err)
	}
	f := os.NewFile(uintptr(fd), name)
	if err = f.Truncate(size); err == nil {
		_, err = unix.FcntlInt(uintptr(fd), unix.F_ADD_SEALS, unix.F_SEAL_SHRINK|unix.F_SEAL_GROW|unix.F_SEAL_SEAL)
	}
	if err != nil {
		f.Close()
		return nil, fmt.Errorf("memory for a native run: %w", err)
	}
	return f, nil
}
