/* Unsigned division, also of a converted negative operand. */
#include <stdio.h>

int main(void)
{
	volatile unsigned u = 4294967295u;
	volatile unsigned long ul = 18446744073709551615ul;
	volatile unsigned char uc = 200;
	volatile int i = -10;
	printf("%u %u %u\n", u / 2, u / 7, u % 7);
	printf("%lu %lu %lu\n", ul / 2, ul / 10, ul % 10);
	printf("%u %u\n", i / 3u, i % 3u);
	printf("%lu %lu\n", i / 3ul, i % 3ul);
	printf("%ld %ld\n", i / 3L, i % 3L);
	printf("%ld %ld\n", (long)(i / u), (long)(u / -i));
	printf("%d %d\n", uc / -3, uc % -3);
	printf("%u %u\n", u / u, u / (u - 1));
	printf("%lu\n", ul / u);
	printf("%lu\n", ul % (u + 2ul));
	u /= 3;
	ul %= 1000000007;
	uc /= 7;
	uc %= 5;
	printf("%u %lu %u\n", u, ul, uc);
	printf("%lu %lu\n", 0x8000000000000000ul / 3, 0x8000000000000000ul % 3);
	printf("%lu %lu\n", (ul + 0x8000000000000000ul) / 0x8000000000000001ul, 5 / 0x8000000000000001ul);
	return 0;
}
