package kernel

import (
	"github.com/confcov/confcov/explore/expr"
	"github.com/confcov/confcov/explore/kernel/peer"
)

// This file defines the kernel's state, how it begins and how it forks.

// World describes what a kernel starts with.
type World struct {
	Files []FileSpec // parents come before children, or are made as needed (root, 0755); /dev/null and the like are added

	Start     int64 // seconds since the epoch at which the simulated clock starts; 0: DefaultStart
	StartNsec int64
	Hostname  string // "": "confcov"

	// The first process.
	PID      PID // 0: 100
	UID, GID uint32
	Groups   []uint32
	Cwd      string // "": "/"
	Umask    uint32 // as given; the usual is 022
	NoFiles  uint64 // RLIMIT_NOFILE; 0: 1024

	// Descriptors 0, 1 and 2. With a script whose control connection is opened
	// inetd's way (see Script.Inetd), all three are the control connection.
	// Otherwise 0 reads Stdin as a regular file, and what is written to 1 and 2, pipes, is the output.
	Stdin  []byte
	Script *peer.Script // nil: nobody talks to the program
}

// DefaultStart is 2026-01-15 12:00:00 UTC.
const DefaultStart = 1768478400

// FileSpec is a file that exists at the start.
type FileSpec struct {
	Path     string
	Kind     FileKind
	Mode     uint32 // permission bits; 0: 0644, directories 0755, links 0777
	UID, GID uint32
	Time     int64  // modification time in seconds; 0: the start of the clock less a day
	Data     []byte // regular files
	Target   string // symbolic links; hard links: the path of the file they are another name of
	Device   Device // devices
}

// FileKind is the kind of a FileSpec.
type FileKind uint8

// Kinds of files; the zero value is a regular file.
const (
	RegularFile FileKind = iota
	Directory
	SymbolicLink
	HardLink
	CharacterDevice
	FIFO
)

// Device says what a character device does.
type Device uint8

// Devices. The zero value answers every use with ENXIO.
const (
	DeviceNone Device = iota
	DeviceNull
	DeviceZero
	DeviceFull
	DeviceRandom // a deterministic sequence of bytes
)

// devices are there in every world.
var devices = []FileSpec{
	{Path: "/dev/null", Kind: CharacterDevice, Mode: 0o666, Device: DeviceNull},
	{Path: "/dev/zero", Kind: CharacterDevice, Mode: 0o666, Device: DeviceZero},
	{Path: "/dev/full", Kind: CharacterDevice, Mode: 0o666, Device: DeviceFull},
	{Path: "/dev/random", Kind: CharacterDevice, Mode: 0o666, Device: DeviceRandom},
	{Path: "/dev/urandom", Kind: CharacterDevice, Mode: 0o666, Device: DeviceRandom},
}

// Kernel is the simulated machine below the processes of one state.
type Kernel struct {
	epoch   uint64 // see table.go
	cpu     CPU    // the caller's, while a call is being carried out
	version uint64 // counts the events that may wake a process

	inodes table[inode, *inode]
	files  table[file, *file] // open file descriptions
	socks  table[sock, *sock]
	pipes  table[pipe, *pipe]
	polls  table[epoll, *epoll]
	procs  table[process, *process] // by pid - firstPID
	locks  []lock                   // never changed in place

	world     *World
	root      int // inode of the root directory
	firstPID  PID
	start     moment
	now       moment
	random    expr.Value // state of the generator behind getrandom and /dev/urandom
	nextPort  expr.Value
	nextNS    int
	lastInode expr.Value // st_ino of the next file
	lastFile  expr.Value // likewise of open files without one
	output    buf        // what was written to descriptors 1 and 2 of a program without a peer
	notes     *noteList
	left      []leftover // of processes that a signal ended; never changed in place
	joined    bool       // something may depend on conditions: see Join

	client       peer.Client
	wires        []wire // the peer's sockets; never changed in place
	peerWait     peerWait
	lastPeerPort expr.Value
	dialed       bool       // the peer has opened a control connection
	ticks        expr.Value // how often the clock advanced since the peer did something
}

// noteList is an immutable list of notes, newest first.
type noteList struct {
	text string
	next *noteList
}

// Fork returns a second kernel in the same state. It costs one copy of the
// Kernel value: the tables are shared until one side changes them.
func (k *Kernel) Fork() *Kernel {
	k.epoch++
	fork := *k
	return &fork
}

// New returns the kernel of a machine on which nothing has run yet but the
// first process, whose pid is FirstPID.
func New(w World) (*Kernel, error) {
	if w.Start == 0 {
		w.Start = DefaultStart
	}
	if w.PID == 0 {
		w.PID = 100
	}
	if w.Cwd == "" {
		w.Cwd = "/"
	}
	if w.Hostname == "" {
		w.Hostname = "confcov"
	}
	if w.NoFiles == 0 {
		w.NoFiles = 1024
	}
	k := &Kernel{epoch: 1, world: &w, firstPID: w.PID, random: value(0x9e3779b97f4a7c15), nextPort: value(firstPort), nextNS: 1}
	k.start = momentOf(w.Start, w.StartNsec)
	k.now = k.start
	k.makeRoot()
	for i := range w.Files {
		if err := k.addFile(&w.Files[i]); err != nil {
			return nil, err
		}
	}
	for _, d := range devices {
		if k.lookupAbsolute(d.Path) < 0 {
			if err := k.addFile(&d); err != nil {
				return nil, err
			}
		}
	}
	if err := k.addFirstProcess(); err != nil {
		return nil, err
	}
	k.epoch++
	return k, nil
}

// FirstPID returns the pid of the first process.
func (k *Kernel) FirstPID() PID { return k.firstPID }

func (k *Kernel) inode(id int) *inode         { return objectOf(k, &k.inodes, id) }
func (k *Kernel) editInode(id int) *inode     { return editOf(k, &k.inodes, id) }
func (k *Kernel) file(id int) *file           { return objectOf(k, &k.files, id) }
func (k *Kernel) editFile(id int) *file       { return editOf(k, &k.files, id) }
func (k *Kernel) sock(id int) *sock           { return objectOf(k, &k.socks, id) }
func (k *Kernel) editSock(id int) *sock       { return editOf(k, &k.socks, id) }
func (k *Kernel) pipe(id int) *pipe           { return objectOf(k, &k.pipes, id) }
func (k *Kernel) editPipe(id int) *pipe       { return editOf(k, &k.pipes, id) }
func (k *Kernel) proc(pid PID) *process       { return k.procs.get(int(pid - k.firstPID)) }
func (k *Kernel) editProc(pid PID) *process   { return k.procs.edit(k.epoch, int(pid-k.firstPID)) }
func (k *Kernel) putProc(pid PID, p *process) { k.procs.put(k.epoch, int(pid-k.firstPID), p) }

// wake records that something happened for which a process may be waiting.
func (k *Kernel) wake() { k.version++ }

// note records an approximation, once.
func (k *Kernel) note(text string) {
	for n := k.notes; n != nil; n = n.next {
		if n.text == text {
			return
		}
	}
	k.notes = &noteList{text: text, next: k.notes}
}

// Notes returns the approximations met so far, oldest first, each once.
func (k *Kernel) Notes() []string {
	var all []string
	for n := k.notes; n != nil; n = n.next {
		all = append([]string{n.text}, all...)
	}
	return all
}

// Output returns what the program wrote to its standard output and standard
// error, where these are not a connection.
func (k *Kernel) Output() Data { return k.OutputUnder(unconditional) }

// OutputUnder is Output where decide answers about the conditions that it depends on.
func (k *Kernel) OutputUnder(decide func(*expr.Expr) bool) Data {
	b := k.output.chosen(decide)
	return b.all()
}

func value(c uint64) expr.Value { return expr.Value{C: c} }
