/* sigqueue: real-time signals queue with their values, lowest number first. */
#define _GNU_SOURCE
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static volatile int n, values[10], numbers[10], codes;

static void handler(int s, siginfo_t *i, void *c)
{
	numbers[n] = s - SIGRTMIN;
	values[n++] = i->si_value.sival_int;
	codes += i->si_code == SI_QUEUE && i->si_pid == getpid();
}

int main(void)
{
	struct sigaction a = { 0 };
	sigset_t set, old;

	a.sa_sigaction = handler;
	a.sa_flags = SA_SIGINFO;
	sigfillset(&a.sa_mask);
	sigaction(SIGRTMIN, &a, NULL);
	sigaction(SIGRTMIN + 1, &a, NULL);
	sigaction(SIGUSR1, &a, NULL);
	sigemptyset(&set);
	sigaddset(&set, SIGRTMIN);
	sigaddset(&set, SIGRTMIN + 1);
	sigaddset(&set, SIGUSR1);
	sigprocmask(SIG_BLOCK, &set, &old);
	for (int i = 0; i < 3; i++) {
		union sigval v = { .sival_int = i };
		sigqueue(getpid(), SIGRTMIN + 1, v);
		v.sival_int += 10;
		sigqueue(getpid(), SIGRTMIN, v);
		v.sival_int += 10;
		sigqueue(getpid(), SIGUSR1, v);
	}
	sigprocmask(SIG_SETMASK, &old, NULL);
	printf("%d %d:", n, codes);
	for (int i = 0; i < n; i++) printf(" %d/%d", numbers[i] < 0 ? -1 : numbers[i], values[i]);
	puts("");
	sigprocmask(SIG_BLOCK, &set, &old);
	union sigval v = { .sival_int = 99 };
	sigqueue(getpid(), SIGRTMIN, v);
	siginfo_t info;
	printf("%d", sigwaitinfo(&set, &info) == SIGRTMIN);
	printf(" %d %d\n", info.si_value.sival_int, info.si_code == SI_QUEUE);
	errno = 0;
	printf("%d", sigqueue(2000000000, SIGUSR1, v));
	printf(" %d\n", errno == ESRCH);
	return 0;
}
