/* Integer promotions and usual arithmetic conversions. */
#include <stdio.h>
int main(void)
{
	signed char sc = -1; unsigned char uc = 255; short s = -2; unsigned short us = 65535;
	unsigned u = 1; long l = -1; unsigned long ul = 1; char c = 200; _Bool b = 5;
	printf("%d %d %d %d\n", sc == uc, sc < uc, s < us, -1 < (int)us);
	printf("%d %d %d\n", -1 < u, l < u, l < ul);
	printf("%d %d %u %ld\n", uc + 1, us * us, us + u, l + u);
	printf("%d %d %d\n", c, (unsigned char)c, b);
	printf("%d %d\n", ~uc, -us);
	printf("%d %d %d\n", sc >> 1, uc << 4, (unsigned char)(uc << 4));
	printf("%zu %zu %zu %zu\n", sizeof(sc + sc), sizeof(u + l), sizeof('a'), sizeof(1 ? sc : 1L));
	b = 0.5; printf("%d ", b); b = 256; printf("%d ", b); b = (char *)0 != 0; printf("%d\n", b);
	sc = 127; sc++; uc++; s = 32767; s += 1; us -= 1; printf("%d %d %d %d\n", sc, uc, s, us);
	sc = 100; sc *= 3; uc = 7; uc /= -2; printf("%d %d\n", sc, uc);
	unsigned char x = 200, y = 100; x += y; printf("%d %d\n", x, (x - y) < 0);
	long long big = 1LL << 40; int lo = big + 7; printf("%d %lld\n", lo, big >> 3);
	printf("%u %lu\n", -1, -1L); printf("%x %lx\n", (unsigned)-1 >> 4, -1UL >> 4);
	printf("%d %d\n", (int)3000000000u, (short)70000);
	return (unsigned char)-3;
}
