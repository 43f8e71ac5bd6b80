/* Arithmetic on bit-fields wider than int has exactly their width. */
#include <stdio.h>

struct u { unsigned long a : 33, b : 40; unsigned long long c : 63, d : 64; };
struct s { long a : 33, b : 40; long long c : 63, d : 64; };

int main(void)
{
	struct u u = { 0x1ffffffffUL, 0xffffffffffUL, 0x7fffffffffffffffULL, ~0ULL };
	struct s s = { -1, -0x8000000000L, 0x3fffffffffffffffLL, -1 };
	printf("%lx %lx %lx\n", (unsigned long)(u.a + 1), (unsigned long)(u.b + 1), (unsigned long)(u.c + 1));
	printf("%lx %lx\n", (unsigned long)(u.a + u.a), (unsigned long)(u.a + u.b));
	printf("%lx %lx\n", (unsigned long)(u.a << 1), (unsigned long)(u.b << 8 >> 8));
	printf("%lx %lx %lx\n", (unsigned long)~u.a, (unsigned long)~u.b, (unsigned long)-u.b);
	printf("%lx %lx\n", (unsigned long)(u.a * u.a), (unsigned long)(u.b * 3));
	printf("%d %d\n", u.a + 1 == 0, u.b - 1 > 0);
	printf("%ld %ld\n", (long)(s.a << 31), (long)(s.b - 1));
	printf("%ld %ld\n", (long)(s.c + 1), (long)(s.c * 2));
	printf("%ld %ld\n", (long)-s.b, (long)~s.b);
	printf("%lx %lx\n", (unsigned long)(u.a + 1L), (unsigned long)(u.a + 1UL));
	printf("%lx %lx\n", (unsigned long)(u.a + s.a), (unsigned long)(u.b + s.b));
	printf("%d %d\n", s.b < u.a, u.a < s.a);
	printf("%lx\n", (unsigned long)(1 ? u.a : 0) + 1);
	printf("%lx %lx\n", (unsigned long)(u.a++ + 1), (unsigned long)u.a);
	printf("%lx %lx\n", (unsigned long)(u.b += 5), (unsigned long)(u.b - 7));
	printf("%ld\n", (long)(s.a - 1 >> 3));
	u.a = 0x155555555;
	printf("%lx %lx\n", (unsigned long)(u.a | 0x0f), (unsigned long)(u.a ^ -1));
	printf("%lx %lx\n", (unsigned long)(u.a / 3), (unsigned long)(u.a % 1000));
	printf("%lx\n", (unsigned long)(u.a << u.a % 7));
	if (u.a << 32)
		printf("not zero\n");
	double d = u.b << 20;
	printf("%g\n", d);
	return 0;
}
