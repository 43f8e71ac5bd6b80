package libc_test

// This file checks that a bad pointer given to a system call ends the path as a memory error at the
// call in the program, or makes it fail with a warning if it is of no object, and that a good one to a part of an object, or one that is not used, does not.

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/confcov/confcov/explore"
	"github.com/confcov/confcov/explore/frontend"
	"github.com/confcov/confcov/explore/need"
	"github.com/confcov/confcov/explore/path"
)

const pointerProgram = `#define _GNU_SOURCE
#include <dirent.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <sys/utsname.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
static int none;
int main(void)
{
	char small[4] = "abc", *gone = malloc(8), unended[3] = { 'x', 'y', 'z' }, control[8];
	volatile int zero = 0;
	void *null = (void *)(long)zero, *wild = (void *)(long)(zero + 5);
	int fd = open("data", O_RDWR | O_CREAT, 0600), p[2], s[2];
	write(fd, "0123456789", 10);
	lseek(fd, 0, SEEK_SET);
	pipe(p);
	socketpair(AF_UNIX, SOCK_STREAM, 0, s);
	write(s[0], "0123456789", 10);
	free(gone);
	%s;
	return 0;
}
`

const pointerLine = 32

type badPointer struct{ statement, message string }

var badPointers = []badPointer{
	{"read(fd, null, 4)", "null pointer: write of 4 bytes"},
	{"read(fd, wild, 4)", "write of 4 bytes"},
	{"read(fd, small, 10)", "out-of-bounds write of 10 bytes at offset 0 of 4-byte local variable small"},
	{"read(fd, small + 2, 3)", "out-of-bounds write of 3 bytes at offset 2"},
	{"read(fd, gone, 4)", "use after free"},
	{"pread(fd, small, 5, 0)", "out-of-bounds write of 5 bytes"},
	{"write(p[1], null, 4)", "null pointer: read of 4 bytes"},
	{"write(p[1], small, 5)", "out-of-bounds read of 5 bytes"},
	{"write(p[1], gone, 1)", "use after free"},
	{"write(fd, small, -1)", "out-of-bounds read"},
	{"open(null, O_RDONLY)", "null pointer"},
	{"open(unended, O_RDONLY)", "out-of-bounds read"},
	{"open(gone, O_RDONLY)", "use after free"},
	{"stat(\"data\", null)", "null pointer"},
	{"stat(\"data\", (struct stat *)small)", "out-of-bounds write"},
	{"fstat(fd, (struct stat *)small)", "out-of-bounds write"},
	{"pipe((int *)small)", "out-of-bounds write"},
	{"pipe(null)", "null pointer"},
	{"getcwd(small, 100)", "out-of-bounds write"},
	{"readlink(unended, small, 4)", "out-of-bounds read"},
	{"gettimeofday((struct timeval *)small, NULL)", "out-of-bounds write"},
	{"clock_gettime(CLOCK_REALTIME, null)", "null pointer"},
	{"nanosleep((struct timespec *)small, NULL)", "out-of-bounds read"},
	{"uname((struct utsname *)small)", "out-of-bounds write"},
	{"poll((struct pollfd *)small, 1, 0)", "out-of-bounds read"},
	{"poll(null, 1, 0)", "null pointer"},
	{"epoll_ctl(epoll_create(1), EPOLL_CTL_ADD, s[0], null)", "null pointer"},
	{"select(70, (fd_set *)small, NULL, NULL, NULL)", "out-of-bounds"},
	{"bind(s[0], (struct sockaddr *)small, 16)", "out-of-bounds read"},
	{"getsockname(s[0], (struct sockaddr *)small, null)", "null pointer"},
	{"recv(s[1], small, 10, 0)", "out-of-bounds write"},
	{"recv(s[1], null, 10, 0)", "null pointer"},
	{"send(s[1], gone, 3, 0)", "use after free"},
	{"setsockopt(s[0], SOL_SOCKET, SO_LINGER, small, 8)", "out-of-bounds read"},
	{"struct iovec v = { small, 9 }; writev(fd, &v, 1)", "out-of-bounds read"},
	{"struct iovec v = { null, 9 }; readv(fd, &v, 1)", "null pointer"},
	{"readv(fd, (struct iovec *)small, 1)", "out-of-bounds read"},
	{"struct iovec v = { small, 4 }; struct msghdr m = { .msg_iov = &v, .msg_iovlen = 2 }; sendmsg(s[0], &m, 0)", "out-of-bounds read"},
	{"if (!fork()) _exit(0); waitpid(-1, wild, 0)", "write of 4 bytes"},
	{"sigprocmask(SIG_BLOCK, (sigset_t *)small, NULL)", "out-of-bounds read"},
	{"sigaction(SIGINT, NULL, (struct sigaction *)control)", "out-of-bounds write"},
	{"setitimer(ITIMER_REAL, (struct itimerval *)small, NULL)", "out-of-bounds read"},
	{"mkdir(null, 0700)", "null pointer"},
	{"rename(\"data\", unended)", "out-of-bounds read"},
	{"write(fd, &none, 8)", "out-of-bounds read of 8 bytes at offset 0 of 4-byte"},
	{"write(fd, main, 1)", "main"},
}

// warning is what is said of a pointer to no object, and nothing that is said otherwise.
func (b *badPointer) warning() string {
	switch {
	case strings.Contains(b.statement, "null"):
		return "null pointer given to the system"
	case strings.Contains(b.statement, "wild"):
		return "pointer to address 5 given to the system"
	}
	return "(none)"
}

var goodPointers = []string{
	"read(fd, null, 0)", "write(fd, null, 0)", "read(fd, small, 4)", "lseek(fd, -2, SEEK_END); read(fd, small, 10)",
	"write(p[1], small + 1, 3)", "waitpid(-1, NULL, WNOHANG)", "poll(NULL, 0, 0)", "recv(s[1], small, 4, 0)",
	"accept(s[0], NULL, NULL)", "getsockopt(s[0], SOL_SOCKET, SO_TYPE, small, &(socklen_t){4})", "utimes(\"data\", NULL)",
	"sigprocmask(SIG_BLOCK, NULL, NULL)", "gettimeofday(NULL, NULL)", "time(NULL)", "read(-1, null, 4)", "close(99)",
	"struct iovec v = { null, 0 }; writev(fd, &v, 1)", "readlink(\"none\", small, 4)", "select(0, NULL, NULL, NULL, &(struct timeval){0, 1})",
}

func TestPointersOfSystemCalls(t *testing.T) {
	need.Slow(t)
	a := archive(t)
	run := func(t *testing.T, statement string) *path.Path {
		dir := t.TempDir()
		c := conformance{name: "pointers", source: fmt.Appendf(nil, pointerProgram, statement)}
		if err := os.WriteFile(filepath.Join(dir, "program.c"), c.source, 0o644); err != nil {
			t.Fatal(err)
		}
		p, err := c.simulated(t, a, dir, frontend.Options{}, explore.Options{})
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	for _, bad := range badPointers {
		t.Run(bad.statement, func(t *testing.T) {
			t.Parallel()
			p := run(t, bad.statement)
			if p.End.Kind == path.Exit { // of no object: EFAULT, and a warning
				for _, n := range p.Notes {
					if n.Kind == path.NoteWarning && strings.Contains(n.Message, bad.warning()) && n.At.Line == pointerLine {
						return
					}
				}
				t.Fatalf("no warning %q: %v", bad.warning(), p.Notes)
			}
			if p.End.Kind != path.MemoryError || !strings.Contains(p.End.Message, bad.message) {
				t.Errorf("ends with %v; want a memory error: %s", p.End, bad.message)
			}
			for _, f := range p.End.Stack {
				if f.Func == "main" && f.Line == pointerLine {
					return
				}
			}
			t.Errorf("not at line %d of main: %v", pointerLine, p.End.Stack)
		})
	}
	for _, good := range goodPointers {
		t.Run(good, func(t *testing.T) {
			t.Parallel()
			if p := run(t, good); p.End.Kind != path.Exit {
				t.Errorf("ends with %v", p.End)
			}
		})
	}
}
