/* sigsuspend, pause, sigwait, sigtimedwait. */
#define _GNU_SOURCE
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static volatile int n;

static void handler(int s) { n++; }

int main(void)
{
	sigset_t block, none, old;
	int s, r;

	signal(SIGUSR1, handler);
	signal(SIGALRM, handler);
	sigemptyset(&none);
	sigemptyset(&block);
	sigaddset(&block, SIGUSR1);
	sigaddset(&block, SIGALRM);
	sigprocmask(SIG_BLOCK, &block, &old);
	raise(SIGUSR1);
	errno = 0;
	r = sigsuspend(&none);
	printf("%d %d %d\n", r, errno == EINTR, n);
	sigprocmask(0, NULL, &none);
	printf("%d\n", sigismember(&none, SIGUSR1));
	raise(SIGUSR1);
	r = sigwait(&block, &s);
	printf("%d %d %d\n", r, s == SIGUSR1, n);
	struct timespec t = { 0, 10000000 };
	siginfo_t info;
	errno = 0;
	r = sigtimedwait(&block, &info, &t);
	printf("%d %d\n", r, errno == EAGAIN);
	kill(getpid(), SIGUSR1);
	r = sigtimedwait(&block, &info, &t);
	printf("%d %d\n", r == SIGUSR1, info.si_signo == SIGUSR1);
	struct itimerval it = { .it_value = { 0, 200000 } };
	setitimer(ITIMER_REAL, &it, NULL);
	r = sigwaitinfo(&block, &info);
	printf("%d\n", r == SIGALRM);
	sigprocmask(SIG_SETMASK, &old, NULL);
	setitimer(ITIMER_REAL, &it, NULL);
	errno = 0;
	r = pause();
	printf("%d %d %d\n", r, errno == EINTR, n);
	return 0;
}
