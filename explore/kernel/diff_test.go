package kernel

import (
	"slices"
	"syscall"
	"testing"

	"github.com/confcov/confcov/explore/need"
	"pgregory.net/rapid"
)

// This file compares random sequences of file calls with the host's kernel.

var pathGen = rapid.Custom(func(t *rapid.T) string {
	names := []string{"a", "b", "c", "d", ".", ".."}
	s := ""
	if rapid.IntRange(0, 9).Draw(t, "absolute") == 0 {
		s = "/w/"
	}
	n := rapid.SampledFrom([]int{1, 1, 2, 2, 3}).Draw(t, "depth")
	for i := range n {
		if i > 0 {
			s += "/"
		}
		k := rapid.IntRange(0, len(names)+2).Draw(t, "name")
		s += names[min(k, 30)%4]
		if k >= 4 && k < len(names) {
			s = s[:len(s)-1] + names[k]
		}
	}
	switch rapid.IntRange(0, 30).Draw(t, "end") {
	case 0, 1:
		s += "/"
	case 2:
		s = ""
	}
	return s
})

// draw chooses arguments of random calls.
type draw struct {
	*pair
	t   *rapid.T
	fds *[]int64
}

func (d draw) path(label string) arg { return str(pathGen.Draw(d.t, label)) }

func (d draw) mode() arg {
	return num(rapid.SampledFrom([]int{0o777, 0o755, 0o644, 0o600, 0o711, 0o070, 0o007, 0, 0o2775, 0o1777, 0o4755, 0o6711, 0o500}).Draw(d.t, "mode"))
}

func (d draw) id() arg { return num(rapid.SampledFrom([]int{0, 1000, 1001, -1}).Draw(d.t, "id")) }

func (d draw) int(lo, hi int) arg { return num(rapid.IntRange(lo, hi).Draw(d.t, "n")) }

func (d draw) fd() arg {
	if len(*d.fds) == 0 {
		return num(0)
	}
	return num(rapid.SampledFrom(*d.fds).Draw(d.t, "fd"))
}

// opened remembers descriptors that a call returned.
func (d draw) opened(ns ...int64) {
	for _, n := range ns {
		if n >= 0 && !slices.Contains(*d.fds, n) {
			*d.fds = append(*d.fds, n)
		}
	}
}

func (d draw) open() {
	flags := rapid.SampledFrom([]int{0, 1, 2}).Draw(d.t, "access") | oNonblock
	for _, f := range []int{oCreat, oCreat, oExcl, oTrunc, oAppend, oDirectory, oNofollow, oPath} {
		if rapid.IntRange(0, 4).Draw(d.t, "flag") == 0 {
			flags |= f
		}
	}
	d.opened(d.do("open", d.path("path"), num(flags), d.mode()))
}

func (d draw) list() {
	if n := d.do("open", d.path("path"), num(oDirectory)); n >= 0 {
		d.do("getdents64", num(n), out(4096), num(4096))
		d.do("close", num(n))
	}
}

func (d draw) becomeUser() {
	uid := rapid.SampledFrom([]int{0, 1000, 1001}).Draw(d.t, "uid")
	d.do("setresuid", num(-1), num(0), num(-1))
	d.do("setresgid", num(-1), num(uid), num(-1))
	d.do("setresuid", num(-1), num(uid), num(-1))
}

func (d draw) seek() {
	n, whence := rapid.IntRange(-4, 12).Draw(d.t, "off"), rapid.SampledFrom([]int{0, 1, 2, 5}).Draw(d.t, "whence") // here files have no holes
	at := d.fd()
	if d.m.isDir(at.Int) && (whence > 1 || n < 0) {
		return // file systems differ
	}
	d.do("lseek", at, num(n), num(whence))
}

func (d draw) sendfile() {
	to, from, n := d.fd(), d.fd(), d.int(1, 9)
	if d.m.inodeOf(to.Int) == d.m.inodeOf(from.Int) || d.m.isDir(from.Int) {
		return // copying within a file depends on the page cache
	}
	d.do("sendfile", to, from, num(0), n)
}

func (d draw) mknod() {
	typ := rapid.SampledFrom([]int{0, typeFile, typeFIFO, typeSock, typeDir, 0o030000}).Draw(d.t, "type")
	d.do("mknod", d.path("path"), num(typ|0o666), num(0))
}

// nameCalls are calls that take paths.
var nameCalls = []func(d draw){
	draw.open, draw.open, draw.open, draw.list, draw.mknod,
	func(d draw) { d.do("mkdir", d.path("path"), d.mode()) },
	func(d draw) { d.do("mkdir", d.path("path"), d.mode()) },
	func(d draw) { d.do("rmdir", d.path("path")) },
	func(d draw) { d.do("unlink", d.path("path")) },
	func(d draw) {
		d.do("unlinkat", num(atFDCWD), d.path("path"), num(rapid.SampledFrom([]int{0, atRemovedir}).Draw(d.t, "flags")))
	},
	func(d draw) { d.do("rename", d.path("old"), d.path("new")) },
	func(d draw) { d.do("rename", d.path("old"), d.path("new")) },
	func(d draw) { d.do("renameat2", num(atFDCWD), d.path("old"), num(atFDCWD), d.path("new"), num(1)) },
	func(d draw) { d.do("link", d.path("old"), d.path("new")) },
	func(d draw) { d.do("symlink", d.path("target"), d.path("path")) },
	func(d draw) { d.do("readlink", d.path("path"), out(64), num(64)) },
	func(d draw) { d.do("stat", d.path("path"), out(144)) },
	func(d draw) { d.do("lstat", d.path("path"), out(144)) },
	func(d draw) { d.do("chmod", d.path("path"), d.mode()) },
	func(d draw) { d.do("chown", d.path("path"), d.id(), d.id()) },
	func(d draw) { d.do("lchown", d.path("path"), d.id(), d.id()) },
	func(d draw) { d.do("truncate", d.path("path"), d.int(0, 10)) },
	func(d draw) { d.do("access", d.path("path"), d.int(0, 8)) },
	func(d draw) { d.do("faccessat2", num(atFDCWD), d.path("path"), d.int(0, 7), num(atEaccess)) },
	func(d draw) { d.do("chdir", d.path("path")) },
	func(d draw) { d.do("utime", d.path("path"), in([]byte{0: 5, 8: 7, 15: 0})) },
	draw.becomeUser,
	func(d draw) { d.do("umask", d.mode()) },
}

// fdCalls are calls that take descriptors.
var fdCalls = []func(d draw){
	draw.seek, draw.sendfile,
	func(d draw) { d.do("close", d.fd()) },
	func(d draw) { d.opened(d.do("dup", d.fd())) },
	func(d draw) { d.do("read", d.fd(), out(8), num(8)) },
	func(d draw) {
		d.do("write", d.fd(), in([]byte(rapid.SampledFrom([]string{"abcde", "01234"}).Draw(d.t, "data"))), d.int(0, 5))
	},
	func(d draw) { d.do("pread64", d.fd(), out(8), num(8), d.int(-1, 9)) },
	func(d draw) { d.do("pwrite64", d.fd(), in([]byte("xyz")), num(3), d.int(-1, 9)) },
	func(d draw) { d.do("ftruncate", d.fd(), d.int(0, 10)) },
	func(d draw) { d.do("fchmod", d.fd(), d.mode()) },
	func(d draw) { d.do("fchown", d.fd(), d.id(), d.id()) },
	func(d draw) { d.do("fstat", d.fd(), out(144)) },
	func(d draw) { d.do("fchdir", d.fd()) },
	func(d draw) { d.do("getcwd", out(128), num(128)) },
	func(d draw) {
		d.do("fcntl", d.fd(), num(rapid.SampledFrom([]int{fGetfd, fGetfl, 99}).Draw(d.t, "cmd")))
	},
}

// step makes one random call on both kernels.
func (p *pair) step(t *rapid.T, fds *[]int64) {
	calls := slices.Concat(nameCalls, fdCalls)
	calls[rapid.IntRange(0, len(calls)-1).Draw(t, "call")](draw{p, t, fds})
}

// inodeOf returns the file that a descriptor is of, -1 if none.
func (m *machine) inodeOf(fd int64) int {
	p := m.k.proc(m.pid)
	if fd < 0 || int(fd) >= len(p.fds) || p.fds[fd].file < 0 {
		return -1
	}
	return m.k.file(p.fds[fd].file).inode
}

func (m *machine) isDir(fd int64) bool {
	n := m.inodeOf(fd)
	return n >= 0 && m.k.inode(n).isDir()
}

func TestFilesLikeHost(t *testing.T) {
	likeHost(t, func(r *rapid.T, p *pair) {
		p.do("mkdir", str("d"), num(0o777))
		p.do("mkdir", str("d/c"), num(0o755))
		p.do("symlink", str("d"), str("b"))
		fds := []int64{p.do("open", str("a"), num(oCreat|oRdwr), num(0o664))}
		p.do("write", num(fds[0]), in([]byte("content")), num(7))
		for range rapid.IntRange(1, 60).Draw(r, "steps") {
			p.step(r, &fds)
		}
	})
}

// TestOwnersLikeHost changes owners of files with set-ID bits, or leaves them as they are: that takes the bits off, which only the owner may do.
func TestOwnersLikeHost(t *testing.T) {
	need.Root(t)
	p, stop := newPair(t, t, t.TempDir())
	defer stop()
	const user = 1000
	fd := num(p.do("open", str("f"), num(oCreat|oRdwr), num(0o600)))
	p.do("setresgid", num(-1), num(user), num(-1))
	for _, owner := range [][2]int64{{0, 0}, {user, 0}, {0, user}} {
		for _, mode := range []int64{0o4755, 0o2755, 0o2745, 0o6711, 0o755} {
			p.do("setresuid", num(-1), num(0), num(-1))
			p.do("fchown", fd, num(owner[0]), num(owner[1]))
			p.do("fchmod", fd, num(mode))
			p.do("setresuid", num(-1), num(user), num(-1))
			p.do("fchown", fd, num(-1), num(-1))
			p.do("fstat", fd, out(144))
			p.do("fchown", fd, num(-1), num(user))
			p.do("fstat", fd, out(144))
		}
	}
}

// TestHostUndisturbed lists a directory while signals come in without a pause.
func TestHostUndisturbed(t *testing.T) {
	need.Root(t)
	h, stop := newHost(t, t.TempDir())
	defer stop()
	done, ended := make(chan bool), make(chan bool)
	go func() {
		defer close(ended)
		for {
			select {
			case <-done:
				return
			default:
				_ = h.cmd.Process.Signal(syscall.SIGURG)
			}
		}
	}()
	call := func(name string, args ...arg) int64 {
		return h.call(t, hostCall{Name: name, Nr: callNumbers[name], Args: args}).Ret
	}
	fd := call("open", str("/"), num(oDirectory))
	for range 2000 {
		if n := call("getdents64", num(fd), out(4096), num(4096)); n != 4*24 {
			t.Errorf("the entries . .. dev w are %d bytes", n)
			break
		}
		call("lseek", num(fd), num(0), num(0))
	}
	close(done)
	<-ended
}
