/* gmtime, timegm: dates far away, leap years, and back. */
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <time.h>

int main(void)
{
	static const long long times[] = { 0, -1, 1, 951782400, 951868800, 1582934400, 1709164800, 2147483647, 2147483648LL, -2147483648LL, 4107542400LL,
		-2208988800LL, 13569465600LL, 253402300799LL, 253402300800LL, -62135596800LL, -62167219200LL, -62167219201LL, 67767976233532799LL };

	for (unsigned i = 0; i < sizeof times / sizeof *times; i++) {
		time_t t = times[i];
		struct tm tm;

		gmtime_r(&t, &tm);
		printf("%lld: %d-%d-%d %d:%d:%d wday %d yday %d dst %d", times[i], tm.tm_year, tm.tm_mon, tm.tm_mday, tm.tm_hour, tm.tm_min, tm.tm_sec,
			tm.tm_wday, tm.tm_yday, tm.tm_isdst);
		printf(" back %d\n", timegm(&tm) == t);
	}
	time_t t = 67768040609740800LL + 86400 * 400LL;
	printf("%d %d\n", gmtime(&t) == NULL, errno == EOVERFLOW);
	t = 1000000000;
	printf("%s", asctime(gmtime(&t)));
	printf("%.1f\n", difftime(times[8], times[9]));
	for (int y = 1999; y < 2101; y += 1) {
		struct tm tm = { .tm_year = y - 1900, .tm_mon = 1, .tm_mday = 29 };
		time_t s = timegm(&tm);
		printf("%d%c", tm.tm_mon * 100 + tm.tm_mday, y % 20 == 0 ? '\n' : ' ');
	}
	puts("");
	return 0;
}
