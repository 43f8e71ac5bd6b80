/* Values that a signed bit-field does not hold wrap around. */
#include <stdio.h>

struct s { int a : 3; signed b : 7; long c : 33; short d : 9; signed char e : 2; int f : 1; };

int main(void)
{
	struct s s = { 0 };
	for (int i = -6; i < 7; i++) {
		s.a = i;
		s.f = i;
		s.e = i;
		printf("%d %d %d ", s.a, s.f, s.e);
	}
	printf("\n");
	s.b = 200;
	s.c = 0x1ffffffffL;
	s.d = 300;
	printf("%d %ld %d\n", s.b, (long)s.c, s.d);
	s.c = 0xffffffffL;
	printf("%ld %d\n", (long)s.c, s.c > 0);
	s.c++;
	printf("%ld %d\n", (long)s.c, s.c > 0);
	printf("%d %d\n", s.a = 5, (s.b = 65) + 1);
	int v = s.d = 511;
	printf("%d %d\n", v, s.d);
	s.a = 3;
	s.a++;
	printf("%d\n", s.a);
	s.a = 3;
	printf("%d %d\n", s.a++, s.a);
	s.a = -4;
	printf("%d %d\n", --s.a, s.a);
	s.b = 63;
	printf("%d\n", s.b += 1);
	printf("%d\n", s.b *= 3);
	printf("%d\n", s.b <<= 5);
	return 0;
}
