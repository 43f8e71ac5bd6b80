package libc_test

// This file begins native runs as a process of the simulated machine begins, whatever the tests themselves were started with.

import (
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/confcov/confcov/explore/need"
)

// boxSource runs a program: no signal is ignored or blocked, and there are no more descriptors, the limit of files and the permissions that
// the simulated machine has. In a namespace of its own (pid 1) the program also has the pid that it has there, if the host lets us.
const boxSource = `#define _GNU_SOURCE
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <fcntl.h>
#include <signal.h>
#include <unistd.h>
int main(int argc, char **argv) {
	int status, last = open("/proc/sys/kernel/ns_last_pid", O_WRONLY), first = getpid() == 1;
	struct rlimit files = { 1024, 4096 };
	sigset_t none;
	if (first) write(last, "99", 2);
	setrlimit(RLIMIT_NOFILE, &files);
	for (int fd = 3; fd < 1024; fd++) close(fd);
	for (int s = 1; s <= SIGRTMAX; s++) signal(s, SIG_DFL);
	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
	umask(022);
	pid_t p = first ? fork() : 0;
	if (p == 0) {
		char *file = argv[1];
		argv[1] = "program";
		dup2(1, 2);
		if (first) setsid();
		setpriority(PRIO_PROCESS, 0, 0);
		execv(file, argv + 1);
		_exit(97);
	}
	for (pid_t q; (q = wait(&status)) != p;)
		if (q < 0) _exit(96);
	_exit(WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status));
}
`

// newBox returns the executable of boxSource. The test is skipped where there is no gcc.
func newBox(t *testing.T) string {
	t.Helper()
	need.Tool(t, "gcc")
	file := filepath.Join(t.TempDir(), "box")
	cmd := exec.Command("gcc", "-w", "-O1", "-static", "-x", "c", "-o", file, "-")
	cmd.Stdin = strings.NewReader(boxSource)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("gcc: %v\n%s", err, out)
	}
	return file
}

// newNamespace is newBox where processes can have namespaces; else the test is skipped.
func newNamespace(t *testing.T) string {
	t.Helper()
	file := newBox(t)
	try := exec.Command(file, "/bin/true")
	try.SysProcAttr = namespace()
	err := try.Run()
	need.That(t, err == nil, "no process namespace: %v", err)
	return file
}

func namespace() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Setsid: true, Cloneflags: syscall.CLONE_NEWPID}
}
