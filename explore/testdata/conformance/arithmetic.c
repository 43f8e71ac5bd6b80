/* Division, remainder and shifts, and their signs. */
#include <stdio.h>
volatile int seven = 7, minus = -7, two = 2;
volatile long big = -9000000000000000000;
volatile unsigned char n = 35;
int main(void)
{
	printf("%d %d %d %d\n", seven / two, minus / two, seven % two, minus % two);
	printf("%d %d\n", seven / -two, seven % -two);
	printf("%u %u\n", (unsigned)minus / 2, (unsigned)minus % 10);
	printf("%ld %ld\n", big / 7, big % 1000003);
	printf("%lu\n", (unsigned long)big % 1000003);
	printf("%d %d %d\n", minus >> 1, seven << 3, minus << 2);
	printf("%ld %lu\n", big >> n, (unsigned long)big >> n);
	printf("%d %d\n", 1 << (n & 31), (int)(0x80000000u >> 31));
	printf("%d %d %d\n", seven & minus, seven | minus, seven ^ minus);
	int a = 10; a <<= 2; a -= 3; a %= 8; a |= 0x100; a ^= 5; a &= ~1; a >>= 1; printf("%d\n", a);
	long b = 5; b *= -3; b /= 2; printf("%ld\n", b);
	unsigned char c = 250; c <<= 1; printf("%d\n", c); c >>= 2; printf("%d\n", c);
	signed char d = -100; d >>= 1; printf("%d\n", d); d /= 3; printf("%d\n", d); d -= 120; printf("%d\n", d);
	int i = 5, j = i++ + 3, k = --i - 1; printf("%d %d %d\n", i, j, k);
	float f = 7; f /= 2; f += 0.25; i = 3; i *= 1.5; i -= 0.6; printf("%g %d\n", f, i);
	unsigned char uc = 10; uc *= 25.7; printf("%d\n", uc);
	return 0;
}
