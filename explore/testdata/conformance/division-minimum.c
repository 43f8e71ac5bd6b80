/* Division next to the least and the greatest numbers. */
#include <stdio.h>
#include <limits.h>

int main(void)
{
	volatile int i = INT_MIN;
	volatile long l = LONG_MIN;
	volatile int m = INT_MAX;
	printf("%d %d %d\n", i / 1, i / 2, i / INT_MAX);
	printf("%d %d %d\n", i % 10, i % INT_MAX, i / i);
	printf("%ld %ld %ld\n", l / 1, l / 3, l / LONG_MAX);
	printf("%ld %ld %ld\n", l % 10, l % LONG_MAX, l / l);
	printf("%ld %ld\n", (long)i / -1, l / i);
	printf("%d %d %d\n", m / -1, m % -2, m / i);
	printf("%d %ld\n", -i, -l);
	printf("%d %d\n", i - 1, m + 1);
	printf("%ld\n", l % 2 + l / 2);
	printf("%d %d\n", i / -2, i % -2);
	printf("%d %d\n", (signed char)-128 / (signed char)-1, (short)-32768 / (short)-1);
	return 0;
}
