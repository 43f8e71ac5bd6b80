/* Comparisons after the usual arithmetic conversions. */
#include <stdio.h>

int main(void)
{
	volatile int i = -1;
	volatile unsigned u = 1;
	volatile long l = -1;
	volatile unsigned long ul = 1;
	volatile short s = -1;
	volatile unsigned short us = 65535;
	volatile unsigned char uc = 255;
	volatile signed char sc = -1;
	volatile char c = -1;
	volatile float f = -1;
	printf("%d%d%d%d%d%d\n", i < u, i <= u, i > u, i >= u, i == u, i != u);
	printf("%d%d%d%d%d%d\n", l < u, l <= u, l > u, l >= u, l == u, l != u);
	printf("%d%d%d%d%d%d\n", l < ul, l <= ul, l > ul, l >= ul, l == ul, l != ul);
	printf("%d%d%d%d\n", s < us, s == us, (unsigned)s == us, (unsigned short)s == us);
	printf("%d%d%d%d\n", sc < uc, sc == uc, c == sc, c == uc);
	printf("%d%d%d\n", i == (int)0xffffffffu, i == 0xffffffffu, l == 0xffffffffu);
	printf("%d%d%d\n", f < u, f < ul, f == i);
	printf("%d%d\n", sc < 0u, s > 100ul);
	printf("%d%d\n", uc > -1, us >= -1);
	printf("%d%d\n", sizeof(int) > -1, -1 < (int)sizeof(int));
	printf("%d%d%d\n", uc == 255, uc == -1, uc != 256);
	printf("%d%d%d\n", us < 65536, us <= 65535, us > 65534);
	printf("%d%d%d\n", sc >= -128, sc > -129, sc <= 128);
	for (int k = 3; k - 4u > 10u && k < 10; k++)
		printf("%d ", k);
	printf("\n");
	return 0;
}
