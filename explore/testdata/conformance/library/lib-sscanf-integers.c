/* sscanf: integer conversions, widths, bases, suppression. */
#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>

int main(void)
{
	static const char *const inputs[] = { "42", "-17", "+5", "0x1F", "017", "08", "  99  ", "abc", "", "12abc", "-", "2147483647", "0b1" };
	static const char *const formats[] = { "%d%n", "%i%n", "%u%n", "%o%n", "%x%n", "%2d%n", "%1x%n", "%3i%n" };

	for (unsigned f = 0; f < sizeof formats / sizeof *formats; f++)
		for (unsigned i = 0; i < sizeof inputs / sizeof *inputs; i++) {
			int v = -99, n = -1;
			int r = sscanf(inputs[i], formats[f], &v, &n);
			printf("%s '%s': %d %d %d\n", formats[f], inputs[i], r, v, n);
		}
	signed char hh;
	unsigned short h;
	long l;
	unsigned long long ll;
	intmax_t j;
	size_t z;
	ptrdiff_t t;
	int a, b, r;
	r = sscanf("-1 65535 -123456789012 18446744073709551615 -5 6 -7", "%hhd %hu %ld %llu %jd %zu %td", &hh, &h, &l, &ll, &j, &z, &t);
	printf("%d: %d %u %ld %llu %jd %zu %td\n", r, hh, h, l, ll, j, z, t);
	r = sscanf("1 2 3 4", "%*d %d %*d %d", &a, &b);
	printf("%d: %d %d\n", r, a, b);
	r = sscanf("123456", "%3d%2d", &a, &b);
	printf("%d: %d %d\n", r, a, b);
	r = sscanf("10-20", "%d-%d", &a, &b);
	printf("%d: %d %d\n", r, a, b);
	r = sscanf("10 - 20", "%d -%d", &a, &b);
	printf("%d: %d %d\n", r, a, b);
	r = sscanf("7 50%", "%d %d%%", &a, &b);
	printf("%d: %d %d\n", r, a, b);
	r = sscanf("5 6", "%2$d %1$d", &a, &b);
	printf("%d: %d %d\n", r, a, b);
	return 0;
}
