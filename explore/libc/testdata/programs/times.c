/* Calendar time; TZ is set by the program. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static void show(time_t t)
{
	struct tm *tm = gmtime(&t);
	char b[128], c[128];
	printf("%ld: %d-%02d-%02d %02d:%02d:%02d wday %d yday %d\n", (long)t, tm->tm_year + 1900, tm->tm_mon + 1, tm->tm_mday,
		tm->tm_hour, tm->tm_min, tm->tm_sec, tm->tm_wday, tm->tm_yday);
	tm = localtime(&t);
	strftime(b, sizeof b, "%a, %d %b %Y %H:%M:%S %z %Z %j %U %W %p %I %y %C %e %F %T %D", tm);
	puts(b);
	strcpy(c, asctime(tm));
	printf("%s%d", c, mktime(tm) == t);
	printf(" %s", ctime(&t));
}

int main(void)
{
	static const time_t times[] = { 0, 1, 86399, 951782400, 1000000000, 1234567890, 1700000000, 2147483647, 4102444800, -1, -86401 };
	struct tm tm;
	char b[64];

	setenv("TZ", "UTC0", 1);
	tzset();
	for (size_t i = 0; i < sizeof times / sizeof *times; i++) show(times[i]);
	setenv("TZ", "CET-1CEST,M3.5.0,M10.5.0/3", 1);
	tzset();
	printf("%s %s %ld %d\n", tzname[0], tzname[1], timezone, daylight);
	for (size_t i = 0; i < sizeof times / sizeof *times; i++) show(times[i]);
	memset(&tm, 0, sizeof tm);
	printf("%s\n", strptime("2024-02-29 12:34:56", "%Y-%m-%d %H:%M:%S", &tm));
	timegm(&tm); /* musl's strptime does not compute the day of the week */
	strftime(b, sizeof b, "%c", &tm);
	printf("%s %d\n", b, tm.tm_yday);
	tm.tm_mday += 366;
	tm.tm_isdst = -1;
	long t = timegm(&tm);
	printf("%ld %s\n", t, asctime(&tm));
	printf("%g\n", difftime(100, 58));
	return 0;
}
