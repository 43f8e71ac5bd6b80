/* sigaction: flags, masks during the handler, siginfo, what is read back. */
#define _GNU_SOURCE
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

static volatile int depth, deepest, calls, info, blocked;

static void nested(int s)
{
	depth++;
	calls++;
	if (depth > deepest) deepest = depth;
	if (calls < 3) raise(s);
	sigset_t now;
	sigprocmask(SIG_BLOCK, NULL, &now);
	blocked = sigismember(&now, s) * 10 + sigismember(&now, SIGUSR2);
	depth--;
}

static void withinfo(int s, siginfo_t *i, void *context)
{
	info = s == i->si_signo && i->si_pid == getpid() && i->si_uid == getuid() && i->si_code == SI_USER && context != NULL;
}

static void run(int flags, int mask)
{
	struct sigaction a = { 0 }, old;

	a.sa_handler = nested;
	a.sa_flags = flags;
	sigemptyset(&a.sa_mask);
	if (mask) sigaddset(&a.sa_mask, mask);
	sigaction(SIGUSR1, &a, NULL);
	depth = deepest = calls = 0;
	kill(getpid(), SIGUSR1);
	sigaction(SIGUSR1, NULL, &old);
	printf("calls %d deepest %d blocked %d same %d flags %d mask %d\n", calls, deepest, blocked, old.sa_handler == nested,
		(old.sa_flags & (SA_NODEFER | SA_RESTART | SA_SIGINFO | SA_RESETHAND)) == flags, sigismember(&old.sa_mask, SIGUSR2));
}

int main(void)
{
	struct sigaction a = { 0 };

	run(0, 0);
	run(0, SIGUSR2);
	run(SA_NODEFER, 0);
	run(SA_RESTART | SA_NODEFER, SIGUSR2);
	a.sa_sigaction = withinfo;
	a.sa_flags = SA_SIGINFO;
	sigaction(SIGUSR1, &a, NULL);
	kill(getpid(), SIGUSR1);
	printf("%d\n", info);
	errno = 0;
	printf("%d %d\n", sigaction(SIGKILL, &a, NULL), errno == EINVAL);
	printf("%d\n", sigaction(SIGKILL, NULL, &a));
	sigset_t s;
	sigfillset(&s);
	printf("%d %d\n", sigismember(&s, SIGINT), sigdelset(&s, SIGINT));
	printf("%d\n", sigismember(&s, SIGINT));
	errno = 0;
	printf("%d %d\n", sigaddset(&s, 0), errno == EINVAL);
	return 0;
}
