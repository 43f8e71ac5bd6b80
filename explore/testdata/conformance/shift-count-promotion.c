/* The type of a shift is that of its promoted left operand; the count may have any type. */
#include <stdio.h>

#define T(e) _Generic((e), int: "int", unsigned: "unsigned", long: "long", unsigned long: "ulong", default: "?")

int main(void)
{
	unsigned char uc = 0x81;
	signed char sc = -3, count = 5;
	unsigned u = 0x80000001u;
	long l = -1234567890123L;
	unsigned long ul = 0x8000000000000001ul;
	long lc = 33;
	unsigned long long ullc = 7;
	_Bool one = 1;
	printf("%s %s %s %s\n", T(uc << ullc), T(u << lc), T(l >> uc), T(ul >> sc));
	printf("%x %x\n", uc << count, uc >> one);
	printf("%d %d\n", sc << 4, sc >> 1);
	printf("%u %u\n", u << ullc, u >> ullc);
	printf("%ld %ld\n", l << lc, l >> lc);
	printf("%lx %lx\n", ul << lc, ul >> lc);
	printf("%ld %ld\n", 1L << 63, (1L << 63) >> 63);
	printf("%x %x\n", (unsigned short)0xffff << 16, (short)-1 << 15);
	printf("%d %d %d\n", 1 << 31, -1 >> 31, -1 << 31);
	for (int k = 0; k < 64; k += 9)
		printf("%lx %ld %x ", ul >> k, l >> k, u >> (k & 31));
	printf("\n");
	uc <<= 1;
	sc >>= 1;
	u <<= one;
	l >>= lc;
	ul <<= 62u;
	printf("%d %d %u %ld %lx\n", uc, sc, u, l, ul);
	unsigned short us = 0xf00f;
	us <<= 4;
	us >>= 2;
	printf("%x\n", us);
	return 0;
}
