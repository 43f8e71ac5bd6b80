/* Rounding to nearest even in arithmetic, conversions and the functions that round. */
#include <stdio.h>
#include <math.h>

int main(void)
{
	volatile double v[] = { 0.5, 1.5, 2.5, -0.5, -1.5, -2.5, 0.49999999999999994, 4503599627370495.5, 4503599627370497.5, 1e300, -0.0 };
	for (int i = 0; i < 11; i++)
		printf("%g %g %g %g %g %g %ld %ld\n", floor(v[i]), ceil(v[i]), trunc(v[i]), round(v[i]), rint(v[i]), nearbyint(v[i]),
			i < 9 ? lrint(v[i]) : 0, i < 9 ? lround(v[i]) : 0);
	volatile double one = 1, eps = 0x1p-53;
	printf("%a %a %a\n", one + eps, one + eps * 1.0000001, one + 3 * eps);
	printf("%a %a\n", one - eps / 2, one - eps / 2 * 1.1);
	volatile float f = 16777216;
	printf("%.9g %.9g %.9g %.9g\n", f + 1, f + 2, f + 3, -f - 1);
	printf("%.9g %.9g\n", (float)16777217, (float)16777219);
	printf("%.1f %.1f %.1f %.0f %.0f %.0f\n", 0.25, 0.35, 0.45, 0.5, 1.5, 2.5);
	printf("%.2f %.3e %.3g\n", 2.675, 1.0005, 0.00012345);
	printf("%a %a\n", 0.1 + 0.2, 1.0 / 3);
	printf("%.17g\n", 5e-324 * 0.5 + 5e-324);
	return 0;
}
