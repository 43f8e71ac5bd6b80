/* strtol and its kin: bases, end, overflow and errno. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
	static const char *const inputs[] = { "0", "42", "-42", "+7", "  12x", "0x1f", "0x", "0xg", "077", "08", "z", "Zz9", "", " ", "-", "9223372036854775807",
		"9223372036854775808", "-9223372036854775808", "-9223372036854775809", "18446744073709551615", "18446744073709551616", "-1",
		"99999999999999999999999", "10102", "\t\n\v\f\r5", "- 5", "+-5", "0b11" };
	static const int bases[] = { 0, 2, 8, 10, 16, 36 };

	for (unsigned i = 0; i < sizeof inputs / sizeof *inputs; i++)
		for (unsigned b = 0; b < sizeof bases / sizeof *bases; b++) {
			char *end;

			errno = 0;
			long l = strtol(inputs[i], &end, bases[b]);
			printf("'%s' %d: %ld +%d %d", inputs[i], bases[b], l, (int)(end - inputs[i]), errno);
			errno = 0;
			unsigned long u = strtoul(inputs[i], &end, bases[b]);
			printf(" | %lu +%d %d", u, (int)(end - inputs[i]), errno);
			errno = 0;
			printf(" | %lld", strtoll(inputs[i], NULL, bases[b]));
			printf(" %llu", strtoull(inputs[i], NULL, bases[b]));
			printf(" %jd %ju %d\n", strtoimax(inputs[i], &end, bases[b]), strtoumax(inputs[i], &end, bases[b]), errno);
		}
	printf("%d %ld %lld\n", atoi(" -12abc"), atol("123456789012"), atoll("-5"));
	return 0;
}
