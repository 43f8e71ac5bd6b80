/* Functions of glibc's time.h that musl lacks. */

#define _GNU_SOURCE
#include <time.h>

int dysize(int year) { return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 366 : 365; }

time_t timelocal(struct tm *t) { return mktime(t); }

int timespec_getres(struct timespec *t, int base)
{
	if (base != TIME_UTC) return 0;
	if (t) clock_getres(CLOCK_REALTIME, t);
	return base;
}
