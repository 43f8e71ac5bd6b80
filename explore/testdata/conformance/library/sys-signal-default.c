/* What signals do by default, as the parent sees it. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

int main(void)
{
	static const int signals[] = { SIGHUP, SIGINT, SIGQUIT, SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGKILL, SIGUSR1, SIGSEGV, SIGUSR2, SIGPIPE, SIGALRM,
		SIGTERM, SIGCHLD, SIGCONT, SIGURG, SIGXCPU, SIGXFSZ, SIGVTALRM, SIGPROF, SIGWINCH, SIGIO, SIGSYS };
	struct rlimit none = { 0, 0 };

	setrlimit(RLIMIT_CORE, &none);
	for (unsigned i = 0; i < sizeof signals / sizeof *signals; i++) {
		int status;
		fflush(stdout);
		pid_t p = fork();
		if (p == 0) {
			kill(getpid(), signals[i]);
			_exit(77);
		}
		waitpid(p, &status, 0);
		printf("%d: %d %d %d\n", signals[i], WIFEXITED(status) ? WEXITSTATUS(status) : -1, WIFSIGNALED(status), WIFSIGNALED(status) ? WTERMSIG(status) : 0);
	}
	fflush(stdout);
	abort();
}
