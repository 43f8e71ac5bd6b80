package kernel

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

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

// step makes one random call on both kernels.
func (p *pair) step(t *rapid.T, fds *[]int64) {
	path := func(label string) arg { return str(pathGen.Draw(t, label)) }
	mode := func() arg {
		return num(rapid.SampledFrom([]int{0o777, 0o755, 0o644, 0o600, 0o711, 0o070, 0o007, 0, 0o2775, 0o1777, 0o4755, 0o6711, 0o500}).Draw(t, "mode"))
	}
	id := func() arg { return num(rapid.SampledFrom([]int{0, 1000, 1001, -1}).Draw(t, "id")) }
	fd := func() arg {
		if len(*fds) == 0 {
			return num(0)
		}
		return num(rapid.SampledFrom(*fds).Draw(t, "fd"))
	}
	opened := func(n int64) {
		if n >= 0 {
			for _, fd := range *fds {
				if fd == n {
					return
				}
			}
			*fds = append(*fds, n)
		}
	}
	switch rapid.SampledFrom([]string{
		"open", "open", "open", "mkdir", "mkdir", "rmdir", "unlink", "rename", "rename", "link", "symlink", "readlink", "stat", "lstat",
		"chmod", "chown", "lchown", "truncate", "access", "list", "chdir", "fsuid", "umask", "close", "read", "write", "pread", "pwrite", "lseek",
		"ftruncate", "fchmod", "fchown", "dup", "fstat", "getcwd", "faccessat", "rename2", "unlinkat", "fchdir", "utime", "fcntl", "sendfile", "mknod",
	}).Draw(t, "op") {
	case "open":
		flags := rapid.SampledFrom([]int{0, 1, 2}).Draw(t, "access") | oNonblock
		for _, f := range []int{oCreat, oCreat, oExcl, oTrunc, oAppend, oDirectory, oNofollow, oPath} {
			if rapid.IntRange(0, 4).Draw(t, "flag") == 0 {
				flags |= f
			}
		}
		opened(p.do("open", path("path"), num(flags), mode()))
	case "mkdir":
		p.do("mkdir", path("path"), mode())
	case "rmdir":
		p.do("rmdir", path("path"))
	case "unlink":
		p.do("unlink", path("path"))
	case "unlinkat":
		p.do("unlinkat", num(atFDCWD), path("path"), num(rapid.SampledFrom([]int{0, atRemovedir}).Draw(t, "flags")))
	case "rename":
		p.do("rename", path("old"), path("new"))
	case "rename2":
		p.do("renameat2", num(atFDCWD), path("old"), num(atFDCWD), path("new"), num(1))
	case "link":
		p.do("link", path("old"), path("new"))
	case "symlink":
		p.do("symlink", path("target"), path("path"))
	case "readlink":
		p.do("readlink", path("path"), out(64), num(64))
	case "stat":
		p.do("stat", path("path"), out(144))
	case "lstat":
		p.do("lstat", path("path"), out(144))
	case "chmod":
		p.do("chmod", path("path"), mode())
	case "fchmod":
		p.do("fchmod", fd(), mode())
	case "chown":
		p.do("chown", path("path"), id(), id())
	case "lchown":
		p.do("lchown", path("path"), id(), id())
	case "fchown":
		p.do("fchown", fd(), id(), id())
	case "truncate":
		p.do("truncate", path("path"), num(rapid.IntRange(0, 10).Draw(t, "size")))
	case "ftruncate":
		p.do("ftruncate", fd(), num(rapid.IntRange(0, 10).Draw(t, "size")))
	case "access":
		p.do("access", path("path"), num(rapid.IntRange(0, 8).Draw(t, "want")))
	case "faccessat":
		p.do("faccessat2", num(atFDCWD), path("path"), num(rapid.IntRange(0, 7).Draw(t, "want")), num(atEaccess))
	case "list":
		if n := p.do("open", path("path"), num(oDirectory)); n >= 0 {
			p.do("getdents64", num(n), out(4096), num(4096))
			p.do("close", num(n))
		}
	case "chdir":
		p.do("chdir", path("path"))
	case "fchdir":
		p.do("fchdir", fd())
	case "getcwd":
		p.do("getcwd", out(128), num(128))
	case "fsuid":
		uid := rapid.SampledFrom([]int{0, 1000, 1001}).Draw(t, "uid")
		p.do("setresuid", num(-1), num(0), num(-1))
		p.do("setresgid", num(-1), num(uid), num(-1))
		p.do("setresuid", num(-1), num(uid), num(-1))
	case "umask":
		p.do("umask", mode())
	case "close":
		p.do("close", fd())
	case "dup":
		opened(p.do("dup", fd()))
	case "read":
		p.do("read", fd(), out(8), num(8))
	case "write":
		p.do("write", fd(), in([]byte(rapid.SampledFrom([]string{"abcde", "01234"}).Draw(t, "data"))), num(rapid.IntRange(0, 5).Draw(t, "n")))
	case "pread":
		p.do("pread64", fd(), out(8), num(8), num(rapid.IntRange(-1, 9).Draw(t, "at")))
	case "pwrite":
		p.do("pwrite64", fd(), in([]byte("xyz")), num(3), num(rapid.IntRange(-1, 9).Draw(t, "at")))
	case "lseek":
		n := rapid.IntRange(-4, 12).Draw(t, "off")
		whence := rapid.SampledFrom([]int{0, 1, 2, 5}).Draw(t, "whence") // here files have no holes
		at := fd()
		if p.m.isDir(at.Int) && (whence > 1 || n < 0) {
			return // file systems differ
		}
		p.do("lseek", at, num(n), num(whence))
	case "fstat":
		p.do("fstat", fd(), out(144))
	case "utime":
		at := [16]byte{0: 5, 8: 7}
		p.do("utime", path("path"), in(at[:]))
	case "fcntl":
		p.do("fcntl", fd(), num(rapid.SampledFrom([]int{fGetfd, fGetfl, 99}).Draw(t, "cmd")))
	case "sendfile":
		to, from, n := fd(), fd(), num(rapid.IntRange(1, 9).Draw(t, "n"))
		if x, y := p.m.inodeOf(to.Int), p.m.inodeOf(from.Int); x == y || p.m.isDir(from.Int) {
			return // copying within a file depends on the page cache
		}
		p.do("sendfile", to, from, num(0), n)
	case "mknod":
		p.do("mknod", path("path"), num(rapid.SampledFrom([]int{0, typeFile, typeFIFO, typeSock, typeDir, 0o030000}).Draw(t, "type")|0o666), num(0))
	}
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
	needRoot(t)
	top := t.TempDir()
	if err := os.Chmod(top, 0o755); err != nil {
		t.Fatal(err)
	}
	run := 0
	rapid.Check(t, func(r *rapid.T) {
		run++
		burn := run%8 == 0
		root := filepath.Join(top, fmt.Sprint(run))
		p, stop := newPair(t, r, root)
		defer os.RemoveAll(root)
		defer stop()
		p.m.burn = burn
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
