/* Clocks go forward, sleeping takes its time, resolutions are sane. */
#include <errno.h>
#include <stdio.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static long long ns(struct timespec t) { return t.tv_sec * 1000000000LL + t.tv_nsec; }

int main(void)
{
	struct timespec a, b, d = { 0, 20000000 }, bad = { 0, 1000000000 }, rest = { 5, 5 };
	struct timeval tv;

	clock_gettime(CLOCK_MONOTONIC, &a);
	int r = nanosleep(&d, &rest);
	clock_gettime(CLOCK_MONOTONIC, &b);
	printf("%d %d %d\n", r, ns(b) - ns(a) >= 20000000, (int)rest.tv_sec);
	r = nanosleep(&bad, NULL);
	printf("%d %d\n", r, errno == EINVAL);
	clock_gettime(CLOCK_REALTIME, &a);
	usleep(3000);
	clock_gettime(CLOCK_REALTIME, &b);
	printf("%d\n", ns(b) - ns(a) >= 3000000);
	gettimeofday(&tv, NULL);
	printf("%d %d\n", tv.tv_usec >= 0 && tv.tv_usec < 1000000, tv.tv_sec >= b.tv_sec);
	printf("%d\n", time(NULL) >= b.tv_sec - 1); /* natively its clock is some milliseconds behind */
	time_t t;
	printf("%d\n", time(&t) == t);
	printf("%d %d\n", clock_getres(CLOCK_MONOTONIC, &a), a.tv_sec == 0);
	printf("%d %d\n", clock_gettime(9999, &a), errno == EINVAL);
	clock_gettime(CLOCK_MONOTONIC, &a);
	a.tv_nsec += 5000000;
	if (a.tv_nsec >= 1000000000) a.tv_sec++, a.tv_nsec -= 1000000000;
	printf("%d\n", clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &a, NULL));
	clock_gettime(CLOCK_MONOTONIC, &b);
	printf("%d\n", ns(b) >= ns(a));
	printf("%d\n", clock() >= 0);
	printf("%d\n", timespec_get(&a, TIME_UTC) == TIME_UTC);
	printf("%u\n", sleep(0));
	return 0;
}
