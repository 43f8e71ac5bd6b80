/* Unsigned bit-fields: wrap around, promotion to int, comparison. */
#include <stdio.h>

struct s { unsigned a : 3; unsigned b : 31; unsigned c : 32; unsigned char d : 5; unsigned short e : 16; unsigned long f : 40; };

int main(void)
{
	struct s s = { 7, 0x7fffffff, 0xffffffff, 31, 65535, 0xffffffffffUL };
	printf("%d %d %u %d %d %lu\n", s.a, s.b, s.c, s.d, s.e, (unsigned long)s.f);
	printf("%d %d %d\n", s.a - 8 < 0, s.b - 1 > 0, s.c - 1 > 0);
	printf("%d %d %d\n", -s.a < 0, -s.b < 0, -s.c < 0);
	printf("%d %d\n", ~s.a, ~s.d);
	s.a++;
	s.b++;
	s.c++;
	s.d += 3;
	s.e -= 65536;
	s.f += 2;
	printf("%d %u %u %d %d %lu\n", s.a, s.b, s.c, s.d, s.e, (unsigned long)s.f);
	s.a--;
	s.d = -1;
	s.e = 0x12345;
	printf("%d %d %x\n", s.a, s.d, s.e);
	printf("%d %d\n", s.a > -1, s.c > -1);
	s.a = 13;
	s.a |= 2;
	s.a ^= 5;
	s.a &= ~1;
	printf("%d\n", s.a);
	s.a = s.d = s.e = 77;
	printf("%d %d %d\n", s.a, s.d, s.e);
	printf("%d\n", s.d << 27 < 0);
	printf("%d %d\n", s.e * s.e > 0, sizeof(s.a + s.d) == sizeof(int));
	return 0;
}
