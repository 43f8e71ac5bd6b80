/* strptime: fields and what is left. */
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>
#include <time.h>

static void parse(const char *s, const char *format)
{
	struct tm tm;

	memset(&tm, 0, sizeof tm);
	char *end = strptime(s, format, &tm);
	printf("'%s' %s: ", s, format);
	if (!end) puts("no");
	else printf("%d-%d-%d %d:%d:%d %d %d rest '%s'\n", tm.tm_year, tm.tm_mon, tm.tm_mday, tm.tm_hour, tm.tm_min, tm.tm_sec, tm.tm_wday, tm.tm_yday, end);
}

int main(void)
{
	parse("2026-01-15 12:34:56", "%Y-%m-%d %H:%M:%S");
	parse("2026-01-15T12:34:56Z", "%FT%T");
	parse("15 Jan 2026", "%d %b %Y");
	parse("15 january 2026 rest", "%d %B %Y");
	parse("1/2/99", "%m/%d/%y");
	parse("1/2/68", "%D");
	parse("12/31/69", "%D");
	parse("11:05 PM", "%I:%M %p");
	parse("12:05 am", "%I:%M %p");
	parse("Thu Jan  1 00:00:01 1970", "%a %b %e %H:%M:%S %Y");
	parse("Thursday, 1", "%A, %d");
	parse("23:59", "%R");
	parse("24:00", "%R");
	parse("13/01/2026", "%m/%d/%Y");
	parse("  5", "%e");
	parse("100%", "%H0%%");
	parse("x", "%d");
	parse("", "%d");
	parse("10:11:60", "%H:%M:%S");
	parse("10:11:62", "%H:%M:%S");
	parse("a  b7", "a b%d");
	parse("20 26", "%C %y");
	parse("20", "%C");
	parse("pm 5", "%p %I");
	parse("PM 12", "%p %I");
	parse(" 9: 5", "%k:%M");
	parse("2024 060", "%Y %j");
	parse("2023-365", "%Y-%j");
	parse("Tue 29 Feb 2000", "%A %d %h %Y");
	parse("1234567890", "%s");
	parse("10:00 +0130", "%R %z");
	parse("10:00 +2:00", "%R %z");
	parse("4 23 2026", "%u %V %G");
	parse("01/15/26 01:02:03 PM", "%x %r");
	return 0;
}
