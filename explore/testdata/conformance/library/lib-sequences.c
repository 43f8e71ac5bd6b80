/* qsort keeps the order of equal elements; the sequences of rand, random and rand_r; names of signals. */
#define _GNU_SOURCE
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int calls;

static int compare(const void *a, const void *b)
{
	calls++;
	return *(const int *)a - *(const int *)b;
}

int main(void)
{
	struct { int key, value; } s[40];
	static char state[64], small[8];
	unsigned seed = 5;

	for (int i = 0; i < 40; i++) s[i].key = i * 7 % 4, s[i].value = i;
	qsort(s, 40, sizeof *s, compare);
	for (int i = 0; i < 40; i++) printf("%d.%d ", s[i].key, s[i].value);
	printf("%d\n", calls);
	for (int i = 0; i < 3; i++) printf("%d ", rand());
	srand(42);
	printf("%d %d\n", rand(), rand());
	srandom(0);
	for (int i = 0; i < 40; i++) printf("%ld%c", random(), i % 8 == 7 ? '\n' : ' ');
	printf("%d", rand_r(&seed));
	printf(" %u\n", seed);
	char *old = initstate(9, state, sizeof state);
	printf("%ld %ld\n", random(), random());
	setstate(old);
	printf("%ld\n", random());
	setstate(state);
	printf("%ld\n", random());
	initstate(3, small, sizeof small);
	printf("%ld %ld\n", random(), random());
	errno = 0;
	printf("%d", initstate(1, state, 4) == NULL);
	printf(" %d\n", errno);
	printf("%d %d %s %s %s\n", SIGRTMIN, SIGRTMAX, strsignal(SIGRTMIN + 3), strsignal(0), strsignal(33));
	printf("%s %s %s\n", strsignal(SIGFPE), sigabbrev_np(SIGIO), sigdescr_np(SIGCHLD));
	char b[20];
	printf("%d %s", __xpg_strerror_r(9999, b, sizeof b), b);
	printf(" %d\n", __xpg_strerror_r(9999, b, 3));
	return 0;
}
