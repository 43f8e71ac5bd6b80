/* signal, raise, kill: handlers, ignoring, the old handler, errors. */
#define _GNU_SOURCE
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

static volatile sig_atomic_t got[65];

static void handler(int s) { got[s]++; }
static void other(int s) { got[s] += 100; }

int main(void)
{
	printf("%d\n", signal(SIGUSR1, handler) == SIG_DFL);
	printf("%d %d\n", raise(SIGUSR1), got[SIGUSR1]);
	printf("%d\n", signal(SIGUSR1, other) == handler);
	kill(getpid(), SIGUSR1);
	printf("%d\n", got[SIGUSR1]);
	printf("%d\n", signal(SIGUSR1, SIG_IGN) == other);
	raise(SIGUSR1);
	printf("%d %d\n", got[SIGUSR1], signal(SIGUSR1, SIG_DFL) == SIG_IGN);
	errno = 0;
	printf("%d %d\n", signal(SIGKILL, handler) == SIG_ERR, errno == EINVAL);
	errno = 0;
	printf("%d %d\n", signal(SIGSTOP, SIG_IGN) == SIG_ERR, errno == EINVAL);
	errno = 0;
	printf("%d %d\n", signal(0, handler) == SIG_ERR, errno == EINVAL);
	errno = 0;
	printf("%d %d\n", signal(100, handler) == SIG_ERR, errno == EINVAL);
	printf("%d\n", kill(getpid(), 0));
	errno = 0;
	printf("%d %d\n", kill(getpid(), 999), errno == EINVAL);
	errno = 0;
	printf("%d %d\n", kill(2000000000, 0), errno == ESRCH);
	errno = 0;
	printf("%d %d\n", raise(-1), errno == EINVAL);
	raise(SIGCHLD);
	raise(SIGURG);
	raise(SIGWINCH);
	raise(SIGCONT);
	signal(SIGUSR2, handler);
	signal(SIGINT, handler);
	for (int i = 0; i < 3; i++) raise(SIGUSR2);
	raise(SIGINT);
	printf("%d %d\n", got[SIGUSR2], got[SIGINT]);
	signal(SIGRTMIN, handler);
	raise(SIGRTMIN);
	printf("%d\n", got[SIGRTMIN]);
	return 0;
}
