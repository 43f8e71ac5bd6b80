/* SA_RESETHAND: the second signal has the default action. */
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static void handler(int s) { write(1, "handled\n", 8); }

int main(void)
{
	int status;

	fflush(stdout);
	pid_t p = fork();
	if (p == 0) {
		struct sigaction a = { 0 }, now;
		a.sa_handler = handler;
		a.sa_flags = SA_RESETHAND;
		sigaction(SIGTERM, &a, NULL);
		raise(SIGTERM);
		sigaction(SIGTERM, NULL, &now);
		dprintf(1, "%d\n", now.sa_handler == SIG_DFL);
		raise(SIGTERM);
		_exit(1);
	}
	waitpid(p, &status, 0);
	printf("%d %d\n", WIFSIGNALED(status), WTERMSIG(status));
	return 0;
}
