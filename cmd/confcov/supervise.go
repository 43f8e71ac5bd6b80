package main

// This file is the supervisor: where memory is limited (ulimit -v or -d), a second process watches the
// one that works. Go cannot recover from memory that it does not get: it prints a stack trace and exits
// with status 2, sometimes before the first line of Go runs. So the supervisor is C, called before Go's
// runtime starts: it forks, the child becomes confcov, and the parent waits, passes signals on, and
// makes one line and exit status 1 of such an end. What it costs (2 ms and a page or two) is paid only where
// there is a limit. The child's standard error is the original one for all that confcov writes itself;
// what runtimes write to descriptor 2 goes to the parent.

/*
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

// The descriptor of the original standard error; 0 where nobody supervises.
int confcov_stderr;

static pid_t child;

// pass_on passes on what was sent to this process alone; the terminal sends its signals to both.
static void
pass_on(int sig, siginfo_t *info, void *context)
{
	(void) context;
	int saved = errno;
	if (info->si_code <= 0)
		kill(child, sig);
	errno = saved;
}

static rlim_t
memory_limit(void)
{
	struct rlimit space, data;
	if (getrlimit(RLIMIT_AS, &space) || getrlimit(RLIMIT_DATA, &data))
		return RLIM_INFINITY;
	return space.rlim_cur < data.rlim_cur ? space.rlim_cur : data.rlim_cur;
}

static int
has(const char *text, const char *part)
{
	return strstr(text, part) != NULL;
}

// report writes the one line that says why the child ended.
static void
report(const char *text, rlim_t limit)
{
	static const char *const memory[] = {
		"out of memory", "cannot allocate", "Cannot allocate", "failed to reserve", "failed to create new OS thread",
		"pthread_create failed", "bad_alloc", "failed mapping", NULL,
	};
	for (int i = 0; memory[i]; i++)
		if (has(text, memory[i])) {
			dprintf(2, "confcov: out of memory: the limit is %llu kB (ulimit -v): raise it; finished tests of a run are kept\n",
				(unsigned long long) limit / 1024);
			return;
		}
	const char *line = text;
	for (const char *p = text; p; p = strchr(p, '\n') ? strchr(p, '\n') + 1 : NULL)
		if (!strncmp(p, "fatal error: ", 13) || !strncmp(p, "panic: ", 7)) {
			line = p;
			break;
		}
	dprintf(2, "confcov: internal error: %.*s: this is a bug in confcov; GOTRACEBACK=all shows its stack\n", (int) strcspn(line, "\n"), line);
}

// supervise waits for the child and ends as it does.
static void
supervise(int crash, rlim_t limit)
{
	static char text[1 << 16];
	size_t n = 0;
	char rest[4096];
	for (;;) {
		ssize_t k = n < sizeof text - 1 ? read(crash, text + n, sizeof text - 1 - n) : read(crash, rest, sizeof rest);
		if (k < 0 && errno == EINTR)
			continue;
		if (k <= 0)
			break;
		if (n < sizeof text - 1)
			n += (size_t) k;
	}
	int status;
	while (waitpid(child, &status, 0) < 0 && errno == EINTR)
		;
	int crashed = WIFSIGNALED(status) ? WTERMSIG(status) != SIGKILL && WTERMSIG(status) != SIGPIPE
		: WEXITSTATUS(status) == 2 && (has(text, "fatal error: ") || has(text, "panic: ") || has(text, "runtime: "));
	if (crashed) {
		report(text, limit);
		_exit(1);
	}
	if (n > 0 && write(2, text, n) < 0)
		_exit(1);
	if (WIFEXITED(status))
		_exit(WEXITSTATUS(status));
	signal(WTERMSIG(status), SIG_DFL);
	raise(WTERMSIG(status));
	_exit(1);
}

// start is called before Go's runtime begins, by the C library, with main's arguments.
__attribute__((constructor)) static void
start(int argc, char **argv)
{
	rlim_t limit = memory_limit();
	size_t n = argc > 0 ? strlen(argv[0]) : 0;
	int testing = n > 5 && !strcmp(argv[0] + n - 5, ".test"); // writes to descriptor 2 itself
	const char *traceback = getenv("GOTRACEBACK");
	if (limit == RLIM_INFINITY || testing || (traceback && *traceback))
		return;
	int crash[2];
	int original = fcntl(2, F_DUPFD_CLOEXEC, 3);
	if (original < 0 || pipe2(crash, O_CLOEXEC))
		return;
	pid_t parent = getpid();
	child = fork();
	if (child < 0) {
		dprintf(2, "confcov: no process can be started: %s\n", strerror(errno));
		_exit(1);
	}
	if (child == 0) {
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		if (getppid() != parent || dup2(crash[1], 2) < 0)
			_exit(1);
		close(crash[0]);
		close(crash[1]);
		confcov_stderr = original;
		mallopt(M_ARENA_MAX, 1); // or each thread reserves 64 MB
		return;
	}
	close(crash[1]);
	close(original);
	struct sigaction action = {.sa_sigaction = pass_on, .sa_flags = SA_SIGINFO | SA_RESTART};
	static const int passed[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2};
	for (size_t i = 0; i < sizeof passed / sizeof *passed; i++) {
		struct sigaction old;
		if (!sigaction(passed[i], NULL, &old) && old.sa_handler != SIG_IGN)
			sigaction(passed[i], &action, NULL);
	}
	supervise(crash[0], limit);
}
*/
import "C"

import "os"

// supervised reports whether another process watches this one, and makes standard error the original one then.
func supervised() bool {
	if C.confcov_stderr == 0 {
		return false
	}
	os.Stderr = os.NewFile(uintptr(C.confcov_stderr), "/dev/stderr")
	return true
}
