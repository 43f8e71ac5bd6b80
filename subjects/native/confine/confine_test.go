package confine

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net"
	"net/netip"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/confcov/confcov/explore/need"
)

// compiled returns a program, statically linked.
func compiled(t testing.TB, text string) string {
	t.Helper()
	need.NoError(t, Check())
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "p.c"), []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("gcc", "-static", "-w", "-o", "p", "p.c")
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		need.That(t, false, "programs cannot be linked statically: %v\n%s", err, out)
	}
	return filepath.Join(dir, "p")
}

// attempts is a program that tries what its arguments say, and prints for each what came of it.
const attempts = `#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/wait.h>
#include <unistd.h>

static char block[1 << 16];

static long fill(const char *name) {
  long n = 0, r, fd = open(name, O_WRONLY | O_CREAT, 0600);
  if (fd < 0) return -errno;
  while ((r = write(fd, block, sizeof block)) > 0) n += r;
  r = -errno;
  close(fd);
  unlink(name);
  return n == 0 ? r : n >> 20;
}

static long bomb(void) {
  long n = 0;
  pid_t pid;
  while ((pid = fork()) > 0) n++;
  if (pid == 0) for (;;) pause();
  kill(-1, SIGKILL);
  while (wait(NULL) > 0);
  return n;
}

static long dial(const char *ip, int port) {
  struct sockaddr_in a = {.sin_family = AF_INET, .sin_port = htons(port)};
  int fd = socket(AF_INET, SOCK_STREAM, 0);
  inet_pton(AF_INET, ip, &a.sin_addr);
  return connect(fd, (struct sockaddr *) &a, sizeof a);
}

/* raw reaches for what the host's kernel gives to its root alone. */
static long unix_socket(const char *name) {
  struct { unsigned short family; char path[108]; } a = {AF_UNIX};
  strncpy(a.path, name, sizeof a.path - 1);
  return connect(socket(AF_UNIX, SOCK_STREAM, 0), (struct sockaddr *) &a, sizeof a);
}

int main(int argc, char **argv) {
  setvbuf(stdout, NULL, _IONBF, 0);
  for (int i = 1; i + 1 < argc; i += 2) {
    const char *what = argv[i], *arg = argv[i + 1];
    long r = -1;
    errno = 0;
    if (!strcmp(what, "read")) r = open(arg, O_RDONLY);
    else if (!strcmp(what, "write")) r = open(arg, O_WRONLY | O_CREAT, 0600);
    else if (!strcmp(what, "mkdir")) r = mkdir(arg, 0700);
    else if (!strcmp(what, "unlink")) r = unlink(arg);
    else if (!strcmp(what, "remount")) r = mount(NULL, arg, NULL, MS_REMOUNT | MS_BIND, NULL);
    else if (!strcmp(what, "device")) r = mknod(arg, S_IFBLK | 0600, makedev(254, 0));
    else if (!strcmp(what, "dial")) r = dial("127.0.0.1", atoi(arg));
    else if (!strcmp(what, "internet")) r = dial(arg, 80);
    else if (!strcmp(what, "socket")) r = unix_socket(arg);
    else if (!strcmp(what, "kill")) r = kill(atoi(arg), 0);
    else if (!strcmp(what, "trace")) r = ptrace(PTRACE_ATTACH, atoi(arg), 0, 0);
    else if (!strcmp(what, "nice")) r = setpriority(PRIO_PROCESS, 0, -20);
    else if (!strcmp(what, "host")) r = sethostname("x", 1);
    else if (!strcmp(what, "uid")) r = getuid();
    else if (!strcmp(what, "pid")) r = getpid();
    else if (!strcmp(what, "processor")) for (;;);
    else if (!strcmp(what, "fill")) { printf("fill %ld\n", fill(arg)); continue; }
    else if (!strcmp(what, "bomb")) { printf("bomb %ld\n", bomb()); continue; }
    else if (!strcmp(what, "wait")) { printf("ready\n"); for (;;) pause(); }
    if (r < 0) printf("%s: %s\n", what, strerrorname_np(errno) ? strerrorname_np(errno) : "?");
    else printf("%s: %ld\n", what, r);
  }
  return 0;
}
`

// printed runs the program and returns what it printed.
func printed(t *testing.T, s Spec, args ...string) string {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	s.Args = append([]string{"p"}, args...)
	var out bytes.Buffer
	if err := Run(ctx, s, &out, &out); err != nil {
		var exit *ExitError
		if !errors.As(err, &exit) {
			t.Fatalf("%v\n%s", err, out.String())
		}
		fmt.Fprintf(&out, "%v\n", err)
	}
	return out.String()
}

// TestEscape lets a program try to leave its cell: with the files of a test only, and with those of the host.
func TestEscape(t *testing.T) {
	program := compiled(t, attempts)
	dir := t.TempDir()
	secret := filepath.Join(dir, "secret")
	if err := os.WriteFile(secret, []byte("secret"), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(secret, 0o666); err != nil {
		t.Fatal(err)
	}
	l, err := net.Listen("tcp4", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	port := fmt.Sprint(l.Addr().(*net.TCPAddr).Port)
	local, err := net.Listen("unix", filepath.Join(dir, "socket"))
	if err != nil {
		t.Fatal(err)
	}
	defer local.Close()
	abstract, err := net.Listen("unix", fmt.Sprintf("@confcov-test-%d", os.Getpid()))
	if err != nil {
		t.Fatal(err)
	}
	defer abstract.Close()
	pid := fmt.Sprint(os.Getpid())
	tries := []string{
		"read", secret, "write", secret, "read", "/etc/shadow", "read", "/root", "unlink", secret,
		"dial", port, "internet", "192.0.2.1", "socket", local.Addr().String(), "kill", pid, "trace", pid, "nice", "", "uid", "", "pid", "",
	}
	always := `read: ENOENT
write: ENOENT
read: ENOENT
read: ENOENT
unlink: ENOENT
dial: ECONNREFUSED
internet: ENETUNREACH
socket: ENOENT
kill: ESRCH
trace: ESRCH
nice: EACCES
uid: 0
pid: 100
`
	if got := printed(t, Spec{Program: program}, tries...); got != always {
		t.Errorf("with the test's files:\n%s", got)
	}
	tries = append(tries, "write", "/usr/x", "mkdir", "/lib/x", "remount", "/usr", "write", "/usr/x", "device", "/tmp/d", "write", "/tmp/x")
	always += "write: EROFS\nmkdir: EROFS\nremount: EPERM\nwrite: EROFS\ndevice: EPERM\nwrite: 6\n"
	if got := printed(t, Spec{Program: program, Host: true, Readable: []string{filepath.Dir(program)}}, tries...); got != always {
		t.Errorf("with the host's files:\n%s", got)
	}
	// Nor what it can read, even if that belongs to its user.
	readable := printed(t, Spec{Program: program, Readable: []string{dir}}, "read", secret, "write", secret, "remount", dir, "write", secret, "unlink", secret)
	if want := "read: 3\nwrite: EROFS\nremount: EPERM\nwrite: EROFS\nunlink: EROFS\n"; readable != want {
		t.Errorf("with files that it can read:\n%s", readable)
	}
	if data, err := os.ReadFile(secret); err != nil || string(data) != "secret" {
		t.Errorf("the file outside: %q, %v", data, err)
	}
}

// TestWritable gives one folder away.
func TestWritable(t *testing.T) {
	program := compiled(t, attempts)
	top := t.TempDir()
	for _, name := range []string{"own", "other"} {
		if err := os.Mkdir(filepath.Join(top, name), 0o777); err != nil {
			t.Fatal(err)
		}
	}
	own, other := filepath.Join(top, "own"), filepath.Join(top, "other")
	if err := Give(own); err != nil {
		t.Fatal(err)
	}
	got := printed(t, Spec{Program: program, Writable: []string{own}, Readable: []string{other}},
		"write", own+"/file", "write", other+"/file", "mkdir", own+"/../third", "read", own+"/../../..")
	if want := "write: 3\nwrite: EROFS\nmkdir: 0\nread: 4\n"; got != want {
		t.Errorf("%s", got)
	}
	names, err := filepath.Glob(filepath.Join(top, "*", "*"))
	if err != nil || len(names) != 1 || names[0] != own+"/file" {
		t.Errorf("it made %v, %v", names, err)
	}
}

// TestBounds uses up what there is.
func TestBounds(t *testing.T) {
	program := compiled(t, attempts)
	got := printed(t, Spec{Program: program, Size: 8 << 20, Limits: Limits{Processes: 40, CPU: 1, FileSize: 4 << 20}}, "bomb", "", "bomb", "")
	var n, again int
	if _, err := fmt.Sscanf(got, "bomb %d\nbomb %d\n", &n, &again); err != nil || n < 10 || n > 40 || again < 10 || again > 40 {
		t.Errorf("processes: %s", got)
	}
	got = printed(t, Spec{Program: program, Size: 8 << 20}, "fill", "/file")
	if _, err := fmt.Sscanf(got, "fill %d\n", &n); err != nil || n < 6 || n > 8 {
		t.Errorf("files: %s", got)
	}
	if got := printed(t, Spec{Program: program, Limits: Limits{FileSize: 1 << 20}}, "fill", "/file"); got != "signal: file size limit exceeded\n" {
		t.Errorf("file: %s", got)
	}
	if got := printed(t, Spec{Program: program, Limits: Limits{CPU: 1}}, "processor", ""); got != "signal: CPU time limit exceeded\n" && got != "signal: killed\n" {
		t.Errorf("processor: %s", got)
	}
}

// TestOutside looks at a program from outside: nobody else's user, and gone with its cell.
func TestOutside(t *testing.T) {
	program := compiled(t, attempts)
	from, to, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer from.Close()
	c, err := Start(t.Context(), &Spec{Program: program, Args: []string{"p", "wait", ""}, Output: to})
	to.Close()
	if err != nil {
		t.Fatal(err)
	}
	defer c.Kill()
	if _, err := from.Read(make([]byte, 10)); err != nil {
		t.Fatal(err)
	}
	children, err := os.ReadFile(fmt.Sprintf("/proc/%d/task/%d/children", c.Init, c.Init))
	need.NoError(t, err)
	status, err := os.ReadFile("/proc/" + strings.TrimSpace(string(children)) + "/status")
	if err != nil {
		t.Fatal(err)
	}
	uid := os.Getuid()
	if uid == 0 {
		uid = Base
	}
	if line := fmt.Sprintf("\nUid:\t%d\t%d\t%d\t%d\n", uid, uid, uid, uid); !strings.Contains(string(status), line) {
		t.Errorf("its users are not %d:\n%s", uid, status)
	}
	c.Kill()
	if _, err := os.Stat(fmt.Sprintf("/proc/%d", c.Init)); err == nil {
		t.Error("it is still there")
	}
	if _, ok := c.Status(); ok {
		t.Error("it has a status")
	}
}

// TestPeer talks with a server on the same and on another machine.
func TestPeer(t *testing.T) {
	program := compiled(t, `#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>
int main(void) {
  struct sockaddr_in a = {.sin_family = AF_INET, .sin_port = htons(7)};
  char text[10];
  int l = socket(AF_INET, SOCK_STREAM, 0), fd, n;
  bind(l, (struct sockaddr *) &a, sizeof a);
  listen(l, 1);
  n = read(0, text, 10);
  write(0, text, n);
  fd = accept(l, 0, 0);
  n = read(fd, text, 10);
  write(fd, text, n);
  return 4;
}
`)
	for _, addresses := range [][2]string{{"127.0.0.1:4000", "127.0.0.1:21"}, {"10.0.0.2:4000", "10.0.0.1:21"}} {
		other := netip.MustParseAddr("127.0.0.3")
		if addresses[0] == "10.0.0.2:4000" {
			other = netip.MustParseAddr("10.0.0.3")
		}
		c, err := Start(t.Context(), &Spec{Program: program, Args: []string{"p"}, Peer: &Peer{
			Client: netip.MustParseAddrPort(addresses[0]), Server: netip.MustParseAddrPort(addresses[1]), Connected: true,
			Further: []netip.Addr{other},
		}})
		if err != nil {
			t.Fatal(err)
		}
		defer c.Kill()
		conn, err := c.Connection()
		if err != nil {
			t.Fatal(err)
		}
		if got := conn.LocalAddr().String() + " " + conn.RemoteAddr().String(); got != addresses[0]+" "+addresses[1] {
			t.Errorf("connected %s", got)
		}
		for range 2 {
			buf := make([]byte, 10)
			if _, err := conn.Write([]byte("hello")); err != nil {
				t.Fatal(err)
			}
			if n, err := conn.Read(buf); err != nil || string(buf[:n]) != "hello" {
				t.Fatal(string(buf[:n]), err)
			}
			conn.Close()
			if conn, err = c.Dial(netip.AddrPortFrom(other, 4001), 7); err != nil {
				break
			}
			if got := conn.LocalAddr().(*net.TCPAddr).AddrPort(); got != netip.AddrPortFrom(other, 4001) {
				t.Errorf("connected from %s", got)
			}
		}
		<-c.Exited()
		if s, _ := c.Status(); s.ExitStatus() != 4 {
			t.Error(s)
		}
		<-c.Empty()
		for range 5 { // the machine is still there
			if _, err := c.Dial(netip.AddrPortFrom(other, 4002), 7); !errors.Is(err, ErrRefused) {
				t.Error(err)
			}
		}
	}
}

// TestMany starts cells side by side.
func TestMany(t *testing.T) {
	program := compiled(t, "int main(void) { return 7; }")
	var group sync.WaitGroup
	for range 8 {
		group.Go(func() {
			for range 5 {
				var exit *ExitError
				if err := Run(t.Context(), Spec{Program: program, Args: []string{"p"}}, nil, nil); !errors.As(err, &exit) || exit.Status.ExitStatus() != 7 {
					t.Error(err)
				}
			}
		})
	}
	group.Wait()
}

// TestErrors names what is wrong.
func TestErrors(t *testing.T) {
	program := compiled(t, "int main(void) { return 7; }")
	for want, s := range map[string]Spec{
		"/nowhere: No such file":     {Program: "/nowhere"},
		"start the program":          {Program: "/etc/passwd"},
		"contains a NUL byte":        {Program: program, Args: []string{"a\x00b"}},
		"start the program: No such": {Program: program, Dir: "/nowhere"},
	} {
		if err := Run(t.Context(), s, nil, nil); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
}

func BenchmarkStart(b *testing.B) {
	program := compiled(b, "int main(void) { return 7; }")
	for b.Loop() {
		if err := Run(b.Context(), Spec{Program: program, Args: []string{"p"}, HasStdin: true}, nil, nil); err == nil {
			b.Fatal("it did not run")
		}
	}
}

// TestFailure has confcov's own code panic while it serves a program: the program ends, and why is known.
func TestFailure(t *testing.T) {
	t.Setenv("GOTRACEBACK", "")
	c, err := Start(t.Context(), &Spec{Program: compiled(t, attempts), Args: []string{"p", "wait", ""}})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Kill()
	done := make(chan struct{})
	c.Go(func() { panic("serving") }, func() { close(done) })
	<-done
	<-c.Empty()
	if err := c.Failure(); err == nil || !strings.Contains(err.Error(), "internal error at confine_test.go:") || !strings.Contains(err.Error(), ": serving: ") {
		t.Error(err)
	}
}
