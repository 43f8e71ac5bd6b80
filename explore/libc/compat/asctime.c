/* asctime and ctime: what is no day or month is ???, and a time that does not fit is an error. */

#include <errno.h>
#include <stdio.h>
#include <time.h>

static char *format(const struct tm *t, char *buffer, size_t size)
{
	static const char days[] = "SunMonTueWedThuFriSat", months[] = "JanFebMarAprMayJunJulAugSepOctNovDec";
	int n;

	if (!t) {
		errno = EINVAL;
		return 0;
	}
	n = snprintf(buffer, size, "%.3s %.3s%3d %.2d:%.2d:%.2d %lld\n",
		t->tm_wday >= 0 && t->tm_wday < 7 ? days + 3 * t->tm_wday : "???",
		t->tm_mon >= 0 && t->tm_mon < 12 ? months + 3 * t->tm_mon : "???",
		t->tm_mday, t->tm_hour, t->tm_min, t->tm_sec, 1900LL + t->tm_year);
	if (n >= (int)size) {
		errno = EOVERFLOW;
		return 0;
	}
	return buffer;
}

char *asctime_r(const struct tm *restrict t, char *restrict buffer) { return format(t, buffer, 26); }

char *asctime(const struct tm *t)
{
	static char buffer[114];

	return format(t, buffer, sizeof buffer);
}

char *ctime(const time_t *t) { return asctime(localtime(t)); }

char *ctime_r(const time_t *t, char *buffer)
{
	struct tm tm;

	return localtime_r(t, &tm) ? asctime_r(&tm, buffer) : 0;
}
