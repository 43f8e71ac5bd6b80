/* siglongjmp out of a handler, with and without the mask. */
#define _GNU_SOURCE
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>

static sigjmp_buf env;
static jmp_buf plain;
static volatile int n;

static void handler(int s) { n++; siglongjmp(env, n); }
static void stays(int s) { longjmp(plain, 5); }

static int blocked(int s)
{
	sigset_t now;
	sigprocmask(0, NULL, &now);
	return sigismember(&now, s);
}

int main(void)
{
	volatile int local = 1;

	signal(SIGUSR1, handler);
	int r = sigsetjmp(env, 1);
	printf("%d %d %d\n", r, blocked(SIGUSR1), local);
	local++;
	if (r < 3) raise(SIGUSR1);
	r = sigsetjmp(env, 0);
	printf("%d %d\n", r, blocked(SIGUSR1));
	if (r == 0) raise(SIGUSR1);
	signal(SIGUSR2, stays);
	r = setjmp(plain);
	printf("%d %d\n", r, blocked(SIGUSR2));
	if (r == 0) raise(SIGUSR2);
	return 0;
}
