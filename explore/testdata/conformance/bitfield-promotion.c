/* The type of a bit-field in an expression depends on its width. */
#include <stdio.h>

struct s { unsigned a : 8; unsigned b : 32; unsigned long c : 20; long d : 32; unsigned long e : 32; unsigned f : 31; int g : 32; };
#define T(e) _Generic((e), int: "int", unsigned: "unsigned", long: "long", unsigned long: "ulong", default: "other")

int main(void)
{
	struct s s = { 200, 4000000000u, 1000000, -5, 4294967290u, 7, -1 };
	printf("%s %s %s %s\n", T(+s.a), T(+s.b), T(s.a + s.a), T(s.f + 1));
	printf("%s %s %s\n", T(s.c + 0), T(s.d + 0), T(s.e + 0));
	printf("%d %d %d %d\n", s.a - 201 < 0, s.b - 1 > 0, s.c - 1000001 < 0, s.e - 4294967291u > 0);
	printf("%d %d\n", s.c * s.c, s.d < 0u);
	printf("%d %d\n", s.d >> 1, s.e >> 1);
	printf("%d %ld\n", s.a < s.g, (long)s.b + s.g);
	printf("%d\n", (1 ? s.a : s.f) - 300);
	printf("%d %d\n", s.c << 12, (s.c << 12) < 0);
	switch (s.c) {
	case 1000000:
		printf("found\n");
	}
	int array[300] = { [200] = 42 };
	printf("%d %d\n", array[s.a], *(array + s.a));
	printf("%d\n", !s.a + ~s.f);
	float f = s.b;
	double d = s.d;
	printf("%g %g\n", f, d);
	return 0;
}
