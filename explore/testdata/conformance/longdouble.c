/* long double in memory, as parameters, results and in structures. */
#include <stdio.h>
#include <float.h>
struct ls { char c; long double x; }; static long double g = 1.5L, t[3] = { 1, 2.25L, -3e-5L };
static long double half(long double x) { return x / 2; } static long double pick(int c, long double a, long double b) { return c ? a : b; }
static struct ls wrap(long double x) { struct ls s = { 'w', x }; return s; }
volatile int i = -3; volatile unsigned u = 7; volatile long l = -1L << 60; volatile unsigned long ul = ~0ul; volatile double d = 0.1; volatile float f = 0.3f;
int main(void)
{
	long double a = 1.0L, b, *p = &b; b = a / 3; printf("%.20Lg %.20Lg\n", a, b); *p += g; *p *= 2; --*p; printf("%.20Lg\n", b);
	printf("%.20Lg %.20Lg %.20Lg\n", half(b), pick(1, a, b), pick(0, a, b)); struct ls s = wrap(2.5L), r; r = s; printf("%c %Lg %zu\n", r.c, r.x, sizeof s);
	printf("%.20Lg %.20Lg %.20Lg %.20Lg %.20Lg %.20Lg\n", (long double)i, (long double)u, (long double)l, (long double)ul, (long double)d, (long double)f);
	printf("%d %u %ld %lu %.17g %.9g\n", (int)b, (unsigned)b, (long)(b * 1e10L), (unsigned long)(ul + 0.0L), (double)b, (float)b);
	printf("%d %d %d %d %d %d\n", a < b, a <= a, a > b, b >= a, a == b, a != b); if (a) puts("t"); if (!(a - a)) puts("f"); printf("%d %d\n", a && b, !a);
	printf("%.20Lg %.20Lg\n", -t[1], t[0] + t[2]); for (int k = 0; k < 3; k++) { t[k] *= k + 1; printf("%Lg ", t[k]); } putchar('\n');
	i *= 2.5L; printf("%d\n", i); unsigned char c = 7; c += 3.9L; printf("%d\n", c); a = b = 4; a++; printf("%Lg %Lg %Lg\n", a, b++, b);
	printf("%Lg %Lg %Lg %d\n", LDBL_MAX, LDBL_MIN, LDBL_EPSILON, LDBL_MANT_DIG); printf("%.21Lg\n", 0.1L); _Bool q = 0.5L; printf("%d\n", q); long double h = c ? a : 1; printf("%Lg\n", h); printf("%Lg\n", (a, b) + (h = 2)); double dd = 1; dd += 0.5L; printf("%g\n", dd);
	return 0;
}
