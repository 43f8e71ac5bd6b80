package kernel

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"sort"
	"strings"
	"syscall"
	"testing"
	"unsafe"

	"pgregory.net/rapid"

	"github.com/confcov/confcov/explore/need"
)

// This file runs the same system calls on the host's kernel: in a helper
// process that is this test binary again, in a chroot of its own.

// arg is an argument of a call, as it is sent to the helper.
type arg struct {
	Int  int64
	Str  *string `json:",omitempty"` // a NUL-terminated string
	Out  int     `json:",omitempty"` // a buffer of that many bytes to be filled
	In   []byte  `json:",omitempty"` // a buffer with these contents; also returned
	Vecs []arg   `json:",omitempty"` // an iovec of buffers
}

type hostCall struct {
	Name string
	Nr   uint64
	Args []arg
}

type hostResult struct {
	Ret int64
	Out [][]byte // contents of the buffers after the call, in order
}

func num[T int | int64 | uint64 | uint32 | PID](n T) arg { return arg{Int: int64(n)} }
func str(s string) arg                                   { return arg{Str: &s} }
func out(n int) arg                                      { return arg{Out: n} }
func in(b []byte) arg                                    { return arg{In: b} }

const helperVariable = "CONFCOV_KERNEL_TEST_ROOT"

func TestMain(m *testing.M) {
	if root := os.Getenv(helperVariable); root != "" {
		serve(root)
		return
	}
	flag.Parse()
	if testing.Short() {
		_ = flag.Set("rapid.checks", "20")
	}
	os.Exit(m.Run())
}

const (
	helperIn  = 1000
	helperOut = 1001
)

// serve is the helper: calls come in as lines of JSON, results go out.
func serve(root string) {
	runtime.LockOSThread()
	check := func(err error) {
		if err != nil {
			panic(err)
		}
	}
	check(syscall.Dup2(0, helperIn))
	check(syscall.Dup2(1, helperOut))
	check(syscall.Chroot(root))
	check(syscall.Chdir("/w"))
	syscall.Umask(0o022)
	for fd := range 100 {
		_ = syscall.Close(fd)
	}
	var line []byte
	buf := make([]byte, 1<<16)
	for {
		n, err := syscall.Read(helperIn, buf)
		if n <= 0 || err != nil {
			return
		}
		line = append(line, buf[:n]...)
		for {
			i := bytes.IndexByte(line, '\n')
			if i < 0 {
				break
			}
			var call hostCall
			check(json.Unmarshal(line[:i], &call))
			line = line[i+1:]
			answer, err := json.Marshal(perform(call))
			check(err)
			_, err = syscall.Write(helperOut, append(answer, '\n'))
			check(err)
		}
	}
}

var keepAlive [][]byte

func perform(call hostCall) (r hostResult) {
	keepAlive = nil
	var words [6]uintptr
	var buffer func(a arg) uintptr
	buffer = func(a arg) uintptr {
		var b []byte
		switch {
		case a.Str != nil:
			b = append([]byte(*a.Str), 0)
		case a.Vecs != nil:
			b = make([]byte, 16*len(a.Vecs))
			for i, v := range a.Vecs {
				binary.LittleEndian.PutUint64(b[16*i:], uint64(buffer(v)))
				binary.LittleEndian.PutUint64(b[16*i+8:], uint64(max(v.Out, len(v.In))))
			}
		case a.Out > 0 || a.In != nil:
			b = append(make([]byte, 0, a.Out+len(a.In)+1), a.In...)
			b = append(b, make([]byte, a.Out)...)
			r.Out = append(r.Out, b)
			if len(b) == 0 {
				b = b[:1]
			}
		default:
			return uintptr(a.Int)
		}
		keepAlive = append(keepAlive, b)
		return uintptr(unsafe.Pointer(&b[0]))
	}
	for i, a := range call.Args {
		words[i] = buffer(a)
	}
	if call.Nr != syscall.SYS_RT_SIGPROCMASK {
		defer blockSignals()()
	}
	ret, _, errno := syscall.RawSyscall6(uintptr(call.Nr), words[0], words[1], words[2], words[3], words[4], words[5])
	r.Ret = int64(ret)
	if errno != 0 {
		r.Ret = -int64(errno)
	}
	return r
}

// blockSignals blocks all signals of this thread until the returned function
// is called. Go's runtime preempts threads with SIGURG, and a pending signal
// changes what calls return: getdents64 then stops after one entry.
func blockSignals() (restore func()) {
	mask := func(set, old *uint64) {
		const setmask, size = 2, 8
		if _, _, errno := syscall.RawSyscall6(syscall.SYS_RT_SIGPROCMASK, setmask,
			uintptr(unsafe.Pointer(set)), uintptr(unsafe.Pointer(old)), size, 0, 0); errno != 0 {
			panic(errno)
		}
	}
	all, old := ^uint64(0), uint64(0)
	mask(&all, &old)
	return func() { mask(&old, nil) }
}

// host is the helper as the tests see it.
type host struct {
	cmd *exec.Cmd
	in  *json.Encoder
	out *bufio.Reader
}

type tester interface {
	Helper()
	Fatalf(string, ...any)
	Errorf(string, ...any)
	Logf(string, ...any)
}

// newHost starts a helper in an empty root with a directory /w that all may write to.
func newHost(t tester, root string) (*host, func()) {
	t.Helper()
	if err := os.MkdirAll(filepath.Join(root, "w"), 0o777); err != nil {
		t.Fatalf("%v", err)
	}
	if err := os.Mkdir(filepath.Join(root, "dev"), 0o755); err != nil { // as the simulated one has
		t.Fatalf("%v", err)
	}
	for dir, mode := range map[string]os.FileMode{"": 0o755, "w": 0o777, "dev": 0o755} {
		if err := os.Chmod(filepath.Join(root, dir), mode); err != nil {
			t.Fatalf("%v", err)
		}
	}
	cmd := exec.Command("/proc/self/exe")
	cmd.Env = append(os.Environ(), helperVariable+"="+root)
	cmd.Stderr = os.Stderr
	w, err := cmd.StdinPipe()
	if err != nil {
		t.Fatalf("%v", err)
	}
	r, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatalf("%v", err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatalf("%v", err)
	}
	h := &host{cmd: cmd, in: json.NewEncoder(w), out: bufio.NewReader(r)}
	return h, func() {
		_ = w.Close()
		_ = cmd.Wait()
	}
}

func (h *host) call(t tester, c hostCall) hostResult {
	t.Helper()
	if err := h.in.Encode(c); err != nil {
		t.Fatalf("helper: %v", err)
	}
	line, err := h.out.ReadBytes('\n')
	if err != nil {
		t.Fatalf("helper: %v after %v", err, c)
	}
	var r hostResult
	if err := json.Unmarshal(line, &r); err != nil {
		t.Fatalf("helper: %v", err)
	}
	return r
}

// pair runs calls on both kernels and compares.
type pair struct {
	t   tester
	h   *host
	m   *machine
	log []string
	out []byte // the first buffer of the last call that succeeded
}

func newPair(t *testing.T, f tester, root string) (*pair, func()) {
	h, stop := newHost(f, root)
	m := newMachine(t, World{Cwd: "/w", Umask: 0o022, Files: []FileSpec{{Path: "/w", Kind: Directory, Mode: 0o777}}})
	for fd := range 3 {
		m.call("close", fd)
	}
	return &pair{t: f, h: h, m: m}, stop
}

// likeHost draws runs of both machines. In one of eight the simulated one unwinds each call at every use of the CPU first.
func likeHost(t *testing.T, run func(r *rapid.T, p *pair)) {
	need.Root(t)
	top := t.TempDir()
	if err := os.Chmod(top, 0o755); err != nil {
		t.Fatal(err)
	}
	n := 0
	rapid.Check(t, func(r *rapid.T) {
		n++
		root := filepath.Join(top, fmt.Sprint(n))
		p, stop := newPair(t, r, root)
		defer os.RemoveAll(root)
		defer stop()
		p.m.burn = n%8 == 0
		run(r, p)
	})
}

func (c hostCall) String() string {
	var parts []string
	for _, a := range c.Args {
		switch {
		case a.Str != nil:
			parts = append(parts, fmt.Sprintf("%q", *a.Str))
		case a.In != nil:
			parts = append(parts, fmt.Sprintf("%q", a.In))
		case a.Out > 0:
			parts = append(parts, fmt.Sprintf("[%d]", a.Out))
		case a.Vecs != nil:
			parts = append(parts, "iovec")
		default:
			parts = append(parts, fmt.Sprintf("%#o", a.Int))
		}
	}
	return c.Name + "(" + strings.Join(parts, ", ") + ")"
}

// simulate carries out a call on the simulated kernel.
func (m *machine) simulate(c hostCall) (a Action, out [][]byte) {
	type span struct {
		at uint64
		n  int
	}
	var spans []span
	var buffer func(a arg) uint64
	buffer = func(a arg) uint64 {
		switch {
		case a.Str != nil:
			return m.bytes([]byte(*a.Str))
		case a.Vecs != nil:
			var ws []uint64
			for _, v := range a.Vecs {
				ws = append(ws, buffer(v), uint64(max(v.Out, len(v.In))))
			}
			return m.words(ws...)
		case a.Out > 0 || a.In != nil:
			at := m.bytes(append(append([]byte(nil), a.In...), make([]byte, a.Out)...))
			spans = append(spans, span{at, len(a.In) + a.Out})
			return at
		}
		return uint64(a.Int)
	}
	var args []any
	for _, a := range c.Args {
		args = append(args, buffer(a))
	}
	a = m.action(c.Name, args...)
	for _, s := range spans {
		out = append(out, m.mem(s.at, s.n))
	}
	return a, out
}

// do makes a call on both sides, compares the results and returns that.
func (p *pair) do(name string, args ...arg) int64 {
	p.t.Helper()
	c := hostCall{Name: name, Nr: callNumbers[name], Args: args}
	want := p.h.call(p.t, c)
	a, out := p.m.simulate(c)
	p.log = append(p.log, fmt.Sprintf("%s = %s", c, show(want.Ret)))
	got := int64(a.Ret.C)
	switch {
	case a.Kind == Block:
		got = -9999
	case a.Kind != Return:
		p.fail("%s: action %d %s", c, a.Kind, a.Message)
	}
	if got != want.Ret {
		p.fail("%s: %s here, %s on the host", c, show(got), show(want.Ret))
		return got
	}
	if got < 0 {
		return got
	}
	if len(out) > 0 {
		p.out = out[0]
	}
	for i := range out {
		ours, theirs := normal(name, out[i], got), normal(name, want.Out[i], got)
		if ours != theirs {
			p.fail("%s buffer %d:\n%s here\n%s on the host", c, i, ours, theirs)
		}
	}
	return got
}

func (p *pair) fail(format string, args ...any) {
	p.t.Helper()
	p.t.Fatalf("%s\nafter\n%s", fmt.Sprintf(format, args...), strings.Join(p.log, "\n"))
}

// normal renders a buffer without what may differ.
func normal(name string, b []byte, ret int64) string {
	le := binary.LittleEndian
	switch name {
	case "stat", "lstat", "fstat", "newfstatat":
		if len(b) < 144 {
			return ""
		}
		mode := le.Uint32(b[24:])
		size := le.Uint64(b[48:])
		if mode&typeMask == typeDir {
			size = 0
		}
		return fmt.Sprintf("nlink %d mode %o uid %d gid %d size %d", le.Uint64(b[16:]), mode, le.Uint32(b[28:]), le.Uint32(b[32:]), size)
	case "getdents64":
		var names []string
		for b := b[:ret]; len(b) > 0; b = b[le.Uint16(b[16:]):] {
			n := b[19:]
			names = append(names, fmt.Sprintf("%s %d", n[:bytes.IndexByte(n, 0)], b[18]))
		}
		sort.Strings(names)
		return strings.Join(names, "\n")
	}
	return fmt.Sprintf("%q", b)
}
