/* a64l, l64a, ecvt, fcvt, gcvt, getsubopt: rarely used conversions. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
	static const long v[] = { 0, 1, 63, 64, 4095, 1000000, 2147483647 };
	char b[40];
	int p, s;

	for (int i = 0; i < 7; i++) printf("%s %ld\n", l64a(v[i]), a64l(l64a(v[i])));
	static const double d[] = { 0, 1, -1.5, 123.456, 0.00123, 99999.5, 1234567 };
	for (int i = 0; i < 7; i++) {
		printf("%s", ecvt(d[i], 6, &p, &s));
		if (d[i]) printf(" %d %d", p, s);
		printf(" %s", fcvt(d[i], 3, &p, &s));
		printf(" %s\n", gcvt(d[i], 5, b));
	}
	char opts[] = "ro,size=12,,bogus=1,name", *o = opts, *value;
	char *const tokens[] = { "ro", "size", "name", NULL };
	while (*o) {
		int t = getsubopt(&o, tokens, &value);
		printf("%d %s\n", t, value ? value : "(none)");
	}
	return 0;
}
