/* Conversion of integers to floats, with rounding. */
#include <stdio.h>
#include <limits.h>

static volatile long l[] = { 0, 1, -1, 16777217, 16777219, -16777217, 2147483647, 4294967295, 9007199254740993, 9007199254740995, LONG_MAX, LONG_MIN, 0x7ffffffffffffdff };
static volatile unsigned long ul[] = { ULONG_MAX, ULONG_MAX - 1023, 1UL << 63, (1UL << 63) + 1024, (1UL << 63) + 1025, 0xfffffffffffff400, 0xffffff7fffffffff, 0xffffff8000000000 };

int main(void)
{
	for (unsigned i = 0; i < sizeof l / sizeof *l; i++)
		printf("%.9g %.17g %.21Lg %.9g %.17g\n", (float)l[i], (double)l[i], (long double)l[i], (float)(int)l[i], (double)(unsigned)l[i]);
	for (unsigned i = 0; i < sizeof ul / sizeof *ul; i++)
		printf("%.9g %.17g %.21Lg\n", (float)ul[i], (double)ul[i], (long double)ul[i]);
	volatile signed char sc = -128;
	volatile unsigned char uc = 255;
	volatile short s = -32768;
	volatile unsigned short us = 65535;
	volatile _Bool b = 1;
	volatile unsigned u = UINT_MAX;
	printf("%g %g %g %g %g %.9g %.17g\n", (float)sc, (double)uc, (float)s, (double)us, (double)b, (float)u, (double)u);
	float f = u;
	double d = l[10];
	f += l[3];
	printf("%.9g %.17g %.17g\n", f, d, d + ul[0]);
	printf("%d %d\n", l[10] == (double)l[10], (float)16777217 == 16777217);
	printf("%.17g %.9g\n", 9007199254740993L * 1.0, 16777217 * 1.0f);
	enum { E = -5 } e = E;
	printf("%g\n", (double)e / 2);
	return 0;
}
