/* SIGPIPE and EPIPE: writing where nobody reads. */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

static volatile int got;

static void handler(int s) { got++; }

int main(void)
{
	int p[2], status;

	pipe(p);
	fflush(stdout);
	pid_t c = fork();
	if (c == 0) {
		close(p[0]);
		write(p[1], "x", 1);
		dprintf(1, "parent still reads\n");
		int q[2];
		pipe(q);
		close(q[0]);
		write(q[1], "x", 1);
		_exit(0);
	}
	waitpid(c, &status, 0);
	printf("%d\n", WIFSIGNALED(status) && WTERMSIG(status) == SIGPIPE);
	close(p[0]);
	signal(SIGPIPE, SIG_IGN);
	errno = 0;
	printf("%zd", write(p[1], "x", 1));
	printf(" %d\n", errno == EPIPE);
	signal(SIGPIPE, handler);
	errno = 0;
	printf("%zd", write(p[1], "x", 1));
	printf(" %d %d\n", errno == EPIPE, got);
	printf("%zd\n", write(p[1], "", 0));
	FILE *f = fdopen(p[1], "w");
	fputs("text", f);
	printf("%d", fflush(f));
	printf(" %d %d %d\n", errno == EPIPE, ferror(f) != 0, got);
	return 0;
}
