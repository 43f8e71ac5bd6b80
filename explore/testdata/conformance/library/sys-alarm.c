/* alarm, setitimer: the time that is left, cancelling, repeating. */
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
	struct itimerval it = { 0 }, old;

	signal(SIGALRM, handler);
	printf("%u", alarm(100));
	printf(" %d", alarm(50) > 98);
	printf(" %d", alarm(0) > 48);
	printf(" %u\n", alarm(0));
	it.it_value.tv_usec = 10000;
	it.it_interval.tv_usec = 5000;
	setitimer(ITIMER_REAL, &it, &old);
	printf("%ld %ld\n", (long)old.it_value.tv_sec, (long)old.it_value.tv_usec);
	while (n < 3) pause();
	getitimer(ITIMER_REAL, &old);
	printf("%d %ld\n", old.it_value.tv_usec <= 5000, (long)old.it_interval.tv_usec);
	it.it_value.tv_usec = it.it_interval.tv_usec = 0;
	setitimer(ITIMER_REAL, &it, &old);
	int seen = n;
	usleep(30000);
	printf("%d %d\n", n == seen, seen >= 3);
	it.it_value.tv_usec = 1000000;
	errno = 0;
	printf("%d %d\n", setitimer(ITIMER_REAL, &it, NULL), errno == EINVAL);
	it.it_value.tv_usec = 100000;
	setitimer(ITIMER_REAL, &it, NULL);
	struct timespec t = { 5, 0 }, rest;
	errno = 0;
	int r = nanosleep(&t, &rest);
	printf("%d %d %d\n", r, errno == EINTR, rest.tv_sec == 4);
	setitimer(ITIMER_REAL, &it, NULL);
	printf("%d\n", sleep(5) > 0);
	printf("%u\n", ualarm(0, 0));
	return 0;
}
