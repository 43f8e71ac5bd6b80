/* Operands narrower than int are computed in int. */
#include <stdio.h>

#define T(e) _Generic((e), int: "int", unsigned: "unsigned", long: "long", unsigned long: "unsigned long", default: "other")

int main(void)
{
	signed char sc = -128;
	unsigned char uc = 255;
	short s = -32768;
	unsigned short us = 65535;
	_Bool b = 1;
	char c = 'x';
	printf("%s %s %s %s %s %s\n", T(+sc), T(+uc), T(+s), T(+us), T(+b), T(+c));
	printf("%s %s %s %s\n", T(~uc), T(-us), T(!sc), T(uc << 1L));
	printf("%s %s %s\n", T(uc + uc), T(us * us), T(b + b));
	printf("%d %d %d %d\n", uc + 1, us + 1, sc - 1, s - 1);
	printf("%d %d %d\n", ~uc, ~us, ~b);
	printf("%d %d\n", -sc, -s);
	printf("%d %d\n", uc * uc, (unsigned)us * us == 4294836225u);
	printf("%d\n", (unsigned char)(uc + 1));
	printf("%d %d\n", uc << 8, us << 15);
	printf("%d %d\n", sc >> 3, (unsigned char)sc >> 3);
	uc += 10;
	sc -= 1;
	us *= us;
	s = s * 2 + 1;
	printf("%d %d %d %d\n", uc, sc, us, s);
	printf("%d %d\n", uc++ + ++uc, sc-- - --sc);
	uc = 200;
	printf("%d %d\n", uc > 100 ? uc + 100 : 0, (uc += 100) < 100);
	b += 5;
	printf("%d ", b);
	b -= 1;
	printf("%d ", b);
	b--;
	printf("%d ", b);
	b--;
	printf("%d ", b);
	b ^= 1;
	printf("%d ", b);
	b <<= 3;
	printf("%d\n", b);
	printf("%zu %zu %zu\n", sizeof(uc + uc), sizeof(+s), sizeof(uc ? uc : uc));
	return 0;
}
