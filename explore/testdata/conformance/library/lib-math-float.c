/* math.h: exact functions of float and long double. */
#include <math.h>
#include <stdio.h>

int main(void)
{
	static const float v[] = { 0.0f, -0.0f, 0.5f, 1.5f, -2.5f, 8388607.5f, 1e30f, 1e-45f, -7.75f, 0.49999997f, INFINITY };

	for (int i = 0; i < 11; i++) {
		float x = v[i], ip;
		int e = 0;
		printf("%a: %a %a %a %a %a %a %a", x, floorf(x), ceilf(x), truncf(x), rintf(x), nearbyintf(x), roundf(x), fabsf(x));
		printf(" %.9g", modff(x, &ip));
		printf(" %.9g", ip);
		printf(" %.9g", frexpf(x, &e));
		printf(" %.9g %.9g %.9g %.9g", ldexpf(x, 5), logbf(x), nextafterf(x, 1), fmodf(x, 3));
		printf(" %.9g %.9g %.9g\n", remainderf(x, 3), fmaf(x, 3, 1), copysignf(3, x));
		long double l = v[i] + (long double)v[i] / 3, lp;
		printf("  %.20Lg: %.20Lg %.20Lg %.20Lg %.20Lg %.20Lg", l, floorl(l), ceill(l), truncl(l), rintl(l), roundl(l));
		printf(" %.20Lg", modfl(l, &lp));
		printf(" %.20Lg %.20Lg", lp, fabsl(l));
		printf(" %.20Lg", frexpl(l, &e));
		printf(" %.20Lg %.20Lg %.20Lg %.20Lg\n", ldexpl(l, 5), fmodl(l, 3), copysignl(3, l), sqrtl(fabsl(l)));
	}
	printf("%.9g %.9g %.9g\n", sqrtf(2), fmaxf(1, 2), fminf(1, 2));
	return 0;
}
