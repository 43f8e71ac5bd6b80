/* The common type of every pair of arithmetic types. */
#include <stdio.h>

#define NAME(e) _Generic((e), \
	int: "i", unsigned: "u", long: "l", unsigned long: "ul", long long: "ll", unsigned long long: "ull", \
	float: "f", double: "d", long double: "ld", default: "?")

static _Bool b = 1;
static char c = -1;
static signed char sc = -2;
static unsigned char uc = 253;
static short s = -4;
static unsigned short us = 65531;
static int i = -6;
static unsigned u = 4294967289u;
static long l = -8;
static unsigned long ul = -9;
static long long ll = -10;
static unsigned long long ull = -11;
static float f = -12.5f;
static double d = -13.25;
static long double ld = -14.125L;

#define PAIR(x, y) printf("%s%s ", NAME((x) + (y)), NAME(1 ? (x) : (y)))
#define ROW(x) do { \
	printf("%s: ", #x); \
	PAIR(x, b); PAIR(x, c); PAIR(x, sc); PAIR(x, uc); PAIR(x, s); PAIR(x, us); PAIR(x, i); PAIR(x, u); \
	PAIR(x, l); PAIR(x, ul); PAIR(x, ll); PAIR(x, ull); PAIR(x, f); PAIR(x, d); PAIR(x, ld); \
	printf("\n"); } while (0)
#define VALUES(x) printf("%s: %g %g %g %g %g %g %g %g %g %g %g\n", #x, \
	(double)(x * b), (double)(x * c), (double)(x * uc), (double)(x * s), (double)(x * us), (double)(x * i), \
	(double)(x * u), (double)(x * l), (double)(x * ul), (double)(x * ull), (double)(x * f))
#define LESS(x) printf("%s: %d%d%d%d%d%d%d%d%d%d%d%d%d%d%d\n", #x, x < b, x < c, x < sc, x < uc, x < s, x < us, x < i, \
	x < u, x < l, x < ul, x < ll, x < ull, x < f, x < d, x < ld)
#define ALL(M) M(b); M(c); M(sc); M(uc); M(s); M(us); M(i); M(u); M(l); M(ul); M(ll); M(ull); M(f); M(d); M(ld)

int main(void)
{
	ALL(ROW);
	ALL(VALUES);
	ALL(LESS);
	return 0;
}
