/* sigprocmask, sigpending: blocked signals wait, and come once. */
#include <errno.h>
#include <signal.h>
#include <stdio.h>

static volatile int n, order[10];

static void handler(int s) { order[n++] = s; }

int main(void)
{
	sigset_t set, old, pending;

	signal(SIGUSR1, handler);
	signal(SIGUSR2, handler);
	signal(SIGTERM, handler);
	sigemptyset(&set);
	sigaddset(&set, SIGUSR1);
	sigaddset(&set, SIGUSR2);
	printf("%d\n", sigprocmask(SIG_BLOCK, &set, &old));
	printf("%d %d\n", sigismember(&old, SIGUSR1), sigismember(&old, SIGTERM));
	raise(SIGUSR2);
	raise(SIGUSR1);
	raise(SIGUSR1);
	raise(SIGTERM);
	printf("%d %d\n", n, order[0] == SIGTERM);
	sigpending(&pending);
	printf("%d %d %d\n", sigismember(&pending, SIGUSR1), sigismember(&pending, SIGUSR2), sigismember(&pending, SIGTERM));
	sigdelset(&set, SIGUSR2);
	sigprocmask(SIG_UNBLOCK, &set, NULL);
	printf("%d %d\n", n, order[1] == SIGUSR1);
	raise(SIGUSR1);
	printf("%d\n", n);
	signal(SIGUSR2, SIG_IGN);
	sigpending(&pending);
	printf("%d\n", sigismember(&pending, SIGUSR2));
	sigprocmask(SIG_SETMASK, &old, NULL);
	printf("%d\n", n);
	errno = 0;
	printf("%d %d\n", sigprocmask(77, &set, NULL), errno == EINVAL);
	sigfillset(&set);
	sigprocmask(SIG_SETMASK, &set, NULL);
	sigprocmask(0, NULL, &old);
	printf("%d %d %d\n", sigismember(&old, SIGKILL), sigismember(&old, SIGSTOP), sigismember(&old, SIGINT));
	return 0;
}
