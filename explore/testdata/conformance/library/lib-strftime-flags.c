/* strftime: flags and widths of GNU, modifiers, what is no conversion; asctime out of range; summer time. */
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

int main(void)
{
	static const char *const formats[] = {
		"%-d %_d %0e %-e %^a %#a %^B %#Z %#p %^p %P", "%Ec %EC %Ex %EX %Ey %EY", "%Od %Oe %OH %OI %Om %OM %OS %Ou %OU %OV %Ow %OW %Oy",
		"%10d|%-10d|%010d|%_10d|%10a|%-10a|%_5a|%010a", "%5Y|%_5Y|%-5Y|%010Y|%+Y|%+5Y", "%3S|%-S|%_S", "%_10z|%010z|%-z", "%10%|%5n|%5t|",
		"%^h %^c", "%-y %-j %-I %-l %-k %_j %_H %_m %_y", "%-F|%12F|%_F|%010T|%15D|%15c|%^10b|%20R", "%L %f %i %J %K %N %o %q %v %1 %Q %Ed %",
		"%a %A %b %B %c %C %g %G %h %r %u %U %V %w %W %x %X %s %Z %z", "",
	};
	static const time_t times[] = { 1136073600, 1230822000, -30675024000, 1720000000 };
	char b[300];
	struct tm t;

	setenv("TZ", "CET-1CEST,M3.5.0,M10.5.0/3", 1);
	tzset();
	for (int i = 0; i < 4; i++) {
		localtime_r(&times[i], &t);
		for (int f = 0; f < sizeof formats / sizeof *formats; f++) {
			size_t n = strftime(b, sizeof b, formats[f], &t);
			printf("%zu %s\n", n, n ? b : "");
		}
	}
	printf("%zu %zu %zu\n", strftime(b, 4, "%Y", &t), strftime(b, 5, "%Y", &t), strftime(b, 1, "", &t));
	t.tm_wday = 9;
	t.tm_mon = 15;
	fputs(asctime(&t), stdout);
	t.tm_year = 2000000000;
	fputs(asctime(&t), stdout);
	errno = 0;
	printf("%d", asctime_r(&t, b) != NULL);
	printf(" %d\n", errno);
	time_t far = 1LL << 60;
	printf("%d", ctime(&far) != NULL);
	printf(" %d\n", errno);
	setenv("TZ", "XYZ3", 1);
	tzset();
	printf("%s %s %ld %d\n", tzname[0], tzname[1], timezone, daylight);
	t = (struct tm){ .tm_year = 106, .tm_mday = 1, .tm_isdst = 1 };
	printf("%ld %d %d\n", (long)mktime(&t), t.tm_hour, t.tm_isdst);
	memset(&t, 0, sizeof t);
	printf("%s\n", strptime("12:30 CET rest", "%H:%M %Z", &t));
	return 0;
}
