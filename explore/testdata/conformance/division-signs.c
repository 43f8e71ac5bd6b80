/* Division truncates toward zero and the remainder has the sign of the dividend. */
#include <stdio.h>

static void show(long a, long b) { printf("%ld/%ld=%ld %ld%%%ld=%ld\n", a, b, a / b, a, b, a % b); }

int main(void)
{
	for (long a = -7; a <= 7; a += 7)
		for (long b = -3; b <= 3; b += 2)
			show(a, b);
	volatile int i = -17;
	volatile short s = -17;
	volatile signed char c = -128;
	printf("%d %d %d %d\n", i / 4, i % 4, i / -4, i % -4);
	printf("%d %d %d %d\n", s / 5, s % 5, s / -5, s % -5);
	printf("%d %d\n", c / -1, c % -1);
	printf("%d %d %d %d\n", -1 / 2, 1 / -2, -1 % 2, 1 % -2);
	i /= 3;
	s %= 6;
	c /= 2;
	printf("%d %d %d\n", i, s, c);
	i = 100;
	printf("%d %d %d\n", i / 2, i / 8, i % 16);
	i = -100;
	printf("%d %d %d\n", i / 2, i / 8, i % 16);
	return 0;
}
