/* abs, div and their kin, ffs. */
#define _GNU_SOURCE
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

int main(void)
{
	static const int a[] = { 7, -7, 0, INT_MAX, INT_MIN + 1 }, b[] = { 1, 2, -3, 10 };

	for (int i = 0; i < 5; i++)
		for (int j = 0; j < 4; j++) {
			div_t d = div(a[i], b[j]);
			ldiv_t l = ldiv(a[i] * 10000000000L / 7, b[j]);
			lldiv_t ll = lldiv(a[i], b[j]);
			imaxdiv_t m = imaxdiv(a[i], -b[j]);
			printf("%d %d|%ld %ld|%lld %lld|%jd %jd\n", d.quot, d.rem, l.quot, l.rem, ll.quot, ll.rem, m.quot, m.rem);
		}
	printf("%d %ld %lld %jd\n", abs(-5), labs(-123456789012L), llabs(LLONG_MIN + 1), imaxabs(-9));
	for (int i = 0; i < 34; i++) printf("%d ", ffs(i < 32 ? 5 << i : 0));
	printf("%d %d %d\n", ffsl(1L << 40), ffsll(1LL << 63), ffs(0));
	return 0;
}
