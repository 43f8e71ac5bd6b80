/* Shifts of negative numbers are arithmetic and keep the sign. */
#include <stdio.h>
#include <limits.h>

int main(void)
{
	volatile int v = -5;
	volatile long w = LONG_MIN;
	volatile signed char c = SCHAR_MIN;
	for (int i = 0; i < 32; i += 5)
		printf("%d %d ", v >> i, v << i);
	printf("\n");
	for (int i = 0; i < 64; i += 7)
		printf("%ld %ld ", w >> i, (w + 1) << i);
	printf("\n");
	printf("%d %d\n", c >> 7, c << 24);
	printf("%d %d\n", INT_MIN >> 31, INT_MIN >> 30);
	v >>= 1;
	w >>= 62;
	c >>= 2;
	printf("%d %ld %d\n", v, w, c);
	printf("%u %lu\n", (unsigned)-5 >> 1, (unsigned long)-5 >> 1);
	printf("%d %d\n", -1 >> 1 == -1, (unsigned)-1 >> 1 == INT_MAX);
	return 0;
}
