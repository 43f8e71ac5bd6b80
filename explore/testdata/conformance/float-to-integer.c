/* Conversion of floats to integers of every width, in range and out of it as gcc's code has it. */
#include <stdio.h>

static volatile double values[] = {
	0, 0.9, -0.9, 1.5, -1.5, 127.5, 128, -128.9, 255.9, 256, 32767.9, 40000, -40000, 65536.5, 2147483647, 2147483648.0, -2147483649.0, 4294967295.0,
	4294967296.0, 1e15, -1e15, 9223372036854775807.0, 1e19, -1e19, 18446744073709549568.0, 1e30, -1e30, 1e308,
};

#define ALL(x) printf("%d %d %d %d %d %u %ld %lu %d\n", (signed char)x, (unsigned char)x, (short)x, (unsigned short)x, (int)x, (unsigned)x, (long)x, (unsigned long)x, (_Bool)x)

int main(void)
{
	volatile double zero = 0;
	for (unsigned i = 0; i < sizeof values / sizeof *values; i++) {
		double d = values[i];
		float f = d;
		long double l = d;
		ALL(d);
		ALL(f);
		ALL(l);
	}
	double nan = zero / zero, inf = 1 / zero;
	printf("%d %ld %u %lu\n", (int)nan, (long)nan, (unsigned)nan, (unsigned long)nan);
	printf("%d %ld %u %lu\n", (int)inf, (long)-inf, (unsigned)inf, (unsigned long)-inf);
	unsigned char c = values[6];
	unsigned u = values[2];
	c += 100.7;
	u += values[9];
	printf("%d %u\n", c, u);
	return 0;
}
