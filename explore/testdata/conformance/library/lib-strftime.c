/* strftime: every conversion of the C locale. */
#include <stdio.h>
#include <string.h>
#include <time.h>

int main(void)
{
	static const char conversions[] = "aAbBcCdDeFgGhHIjklmMnpPrRsStTuUVwWxXyY%";
	static const long long times[] = { 0, 1768478400, 1709251199, 1230768000, 1262304000, 1293840000, 1325376000, 978307200, 951868799, 4102444800LL, -86400 * 365LL };
	char b[100], f[4] = "%?";

	for (unsigned i = 0; i < sizeof times / sizeof *times; i++) {
		time_t t = times[i];
		struct tm *tm = gmtime(&t);

		for (const char *c = conversions; *c; c++) {
			f[1] = *c;
			b[0] = 0;
			size_t n = strftime(b, sizeof b, f, tm);
			printf("%c=%s(%zu) ", *c, b, n);
		}
		puts("");
		strftime(b, sizeof b, "%Ec %EC %Ex %EX %Ey %EY %Od %Oe %OH %OI %Om %OM %OS %Ou %OU %OV %Ow %OW %Oy", tm);
		puts(b);
		strftime(b, sizeof b, "%+4Y|%z|%Z", tm);
		strftime(b, sizeof b, "%_d|%-d|%-m|%_H|%-j", tm);
		puts(b);
	}
	struct tm tm = { .tm_year = 126, .tm_mon = 0, .tm_mday = 5, .tm_wday = 1, .tm_yday = 4 };
	printf("%zu\n", strftime(b, 5, "%Y", &tm));
	printf("%zu\n", strftime(b, 4, "%Y", &tm));
	printf("%zu\n", strftime(b, 10, "", &tm));
	return 0;
}
