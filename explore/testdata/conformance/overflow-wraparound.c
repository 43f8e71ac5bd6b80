/* Signed arithmetic wraps around, as with -fwrapv. */
#include <stdio.h>
#include <limits.h>

int main(void)
{
	volatile int i = INT_MAX;
	volatile long l = LONG_MAX;
	volatile short s = SHRT_MAX;
	volatile signed char c = SCHAR_MAX;
	printf("%d %ld\n", i + 1, l + 1);
	printf("%d %ld\n", -i - 2, -l - 2);
	printf("%d %ld\n", i * 2, l * 3);
	printf("%d %ld\n", i * i, l * l);
	i++;
	l++;
	s++;
	c++;
	printf("%d %ld %d %d\n", i, l, s, c);
	i--;
	l--;
	s--;
	c--;
	printf("%d %ld %d %d\n", i, l, s, c);
	i += i;
	l -= LONG_MIN;
	s *= s;
	c += 100;
	printf("%d %ld %d %d\n", i, l, s, c);
	i = INT_MIN;
	printf("%d %d %d\n", -i, i - 1, i * -1);
	printf("%d\n", i < 0 && -i < 0);
	unsigned u = 0;
	unsigned long ul = 0;
	printf("%u %lu\n", u - 1, ul - 1);
	printf("%u %lu\n", 0x10001u * 0x10001u, 0x100000001ul * 0x100000001ul);
	int h = 0;
	for (int k = 0; k < 100; k++)
		h = h * 31 + k;
	printf("%d\n", h);
	return 0;
}
