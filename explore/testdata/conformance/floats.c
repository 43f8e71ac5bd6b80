/* float and double: arithmetic, comparison, conversion. */
#include <stdio.h>
#include <math.h>
volatile float f = 1.1f; volatile double d = 2.7, z = 0, big = 1e300; volatile int i = -7; volatile unsigned u = 4000000000u; volatile unsigned long ul = 0xfffffffffffff800, ux = 18446744073709551615u; volatile long l = -9007199254740993; volatile unsigned char uc = 200; volatile short sh = -300;
int main(void)
{
	printf("%.9g %.9g %.17g %.17g\n", f + f, f * 3, d / 3, d - 1e-17);
	printf("%.9g %.17g %.17g %.9g\n", (float)d, (double)f, (double)l, (float)l);
	printf("%d %d %d %u %ld %lu\n", (int)d, (int)-d, (int)(f * 100), (unsigned)3e9, (long)-1e18, (unsigned long)1.5e19);
	printf("%g %g %.17g %.17g %.9g %g %g\n", (double)i, (double)u, (double)ul, (double)ux, (float)ux, (double)uc, (float)sh);
	printf("%d %d %d %d %d %d\n", d > 2, d >= 2.7, d == 2.7, f == 1.1, f < 1.1, d != d);
	double nan = z / z, inf = 1 / z; printf("%d %d %d %d %d %d %d\n", nan == nan, nan < 1, nan >= 1, nan != nan, !(nan < 1), inf > big, -inf < 0);
	printf("%g %g %d %d %d\n", inf, -inf, isnan(nan) != 0, isinf(inf) != 0, signbit(-0.0) != 0);
	double a = 1; a += 1; a *= 3.5; a -= 1; a /= 4; a++; --a; printf("%g %g\n", a, -a); float g = 0.1f; g += 0.2; printf("%.9g\n", g); int k = 5; k += 0.7; k *= 1.9; printf("%d\n", k);
	if (d) puts("true"); if (!z) puts("zero"); printf("%d %d\n", d && z, z || f); printf("%g\n", z ? 1 : 2.5f);
	printf("%a %a\n", 1.0 / 3, 0x1.8p+3); unsigned char c = 300.7; signed char sc = -100.9; _Bool b = 0.1; printf("%d %d %d\n", c, sc, b);
	printf("%.17g %.17g %.17g %.17g\n", sqrt(2), pow(2, 0.5), sin(1), floor(-2.5)); printf("%.9g %.9g\n", sqrtf(f), fabsf(-f));
	float arr[3] = { 1, 2.5, -3 }; float s = 0; for (int j = 0; j < 3; j++) s += arr[j] * arr[j]; printf("%g\n", s);
	union { double d; unsigned long u; } un = { 1.5 }; printf("%lx\n", un.u); printf("%g\n", 5 / 2 * 2.0 + 7 % 4); printf("%.17g %.9g\n", 1e-320, 1e-45f);
	return (int)(d * 10);
}
