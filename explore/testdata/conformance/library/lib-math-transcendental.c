/* math.h: transcendental functions, in ten digits. */
#define _GNU_SOURCE
#include <math.h>
#include <stdio.h>

int main(void)
{
	static const double v[] = { 0.1, 0.5, 0.9, 1, 2, 3.7, 10, 20.5, 0.001 };

	for (int i = 0; i < 9; i++) {
		double x = v[i], s, c;
		printf("%.10g: %.10g %.10g %.10g", x, sin(x), cos(x), tan(x));
		if (x <= 1) printf(" %.10g %.10g", asin(x), acos(x));
		printf(" %.10g %.10g %.10g %.10g %.10g", atan(x), sinh(x), cosh(x), tanh(x), asinh(x));
		if (x >= 1) printf(" %.10g", acosh(x));
		if (x < 1) printf(" %.10g", atanh(x));
		printf(" %.10g %.10g %.10g %.10g %.10g %.10g %.10g", exp(x), exp2(x), expm1(x), log(x), log2(x), log10(x), log1p(x));
		printf(" %.10g %.10g %.10g %.10g", cbrt(x), erf(x), erfc(x), lgamma(x));
		printf(" %.10g %.10g %.10g %.10g", tgamma(x), pow(x, 2.5), hypot(x, 3), atan2(x, -2));
		sincos(x, &s, &c);
		printf(" %.10g %.10g %.8g %.8g %.8g %.10g\n", s, c, j0(x), y1(x), jn(2, x), exp10(x));
		printf("  %.5g %.5g %.5g %.5g %.5g %.5g %.5g\n", sinf(x), cosf(x), expf(x), logf(x), powf(x, 1.5f), atanf(x), tanhf(x));
		printf("  %.15Lg %.15Lg %.15Lg %.15Lg %.15Lg\n", sinl(x), expl(x), logl(x), powl(x, 1.5L), atanl(x));
	}
	printf("%g %g %g %g %g\n", pow(0, 0), pow(-2, 3), pow(2, -1), pow(-8, 0.5), pow(INFINITY, -1));
	printf("%g %g %g %g %g\n", exp(1000), exp(-1000), log(0), log(-1), sqrt(-1));
	printf("%g %g %g %g\n", atan2(0, -1), atan2(-0.0, -1), atan2(0, 0), hypot(INFINITY, NAN));
	int sign;
	printf("%.10g", lgamma_r(-0.5, &sign));
	printf(" %d\n", sign);
	return 0;
}
