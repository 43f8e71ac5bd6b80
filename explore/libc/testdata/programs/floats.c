/* The mathematical functions whose results are exact or agree to 12 digits. */
#include <float.h>
#include <math.h>
#include <stdio.h>

int main(void)
{
	static const double v[] = { 0.5, 1.0, 2.0, 3.75, -1.25, 1e-5, 12345.678, 100.5 };
	for (int i = 0; i < (int)(sizeof v / sizeof *v); i++) {
		double x = v[i], a = fabs(x);
		int e;
		double ip, m = frexp(x, &e), f = modf(x, &ip);
		printf("%.12g: sqrt %.12g floor %g ceil %g trunc %g round %g rint %g\n", x, sqrt(a), floor(x), ceil(x), trunc(x), round(x), rint(x));
		printf("exp %.10g log %.10g log2 %.10g log10 %.10g pow %.10g\n", exp(x / 100), log(a), log2(a), log10(a), pow(a, 1.5));
		printf("sin %.10g cos %.10g tan %.10g atan %.10g atan2 %.10g\n", sin(x), cos(x), tan(x), atan(x), atan2(x, 2));
		printf("%.12g %d %.12g %.12g %.12g %.12g %ld\n", m, e, ip, f, fmod(x, 0.3), ldexp(x, 5), lround(x));
		printf("%.8g %.8g %.8g\n", sqrtf((float)a), floorf((float)x), powf((float)a, 0.5f));
		printf("%.15Lg %.15Lg %.15Lg\n", sqrtl(a), floorl(x), fabsl(x));
		printf("%d %d %d %d %.12g\n", isnan(x), isinf(x), signbit(x) != 0, isfinite(x) != 0, copysign(3, x));
	}
	printf("%g %g\n", DBL_MAX, DBL_EPSILON);
	printf("%d %d\n", (int)3.99, (int)-3.99);
	printf("%u %lld %llu\n", (unsigned)3e9, (long long)-1e18, (unsigned long long)1.5e19);
	long double l = 1;
	for (int i = 1; i <= 25; i++) l *= i;
	printf("%.0Lf %.0Lf\n", l, l / 7);
	printf("%d %d %d\n", 0.1 + 0.2 == 0.3, 0.1f + 0.2f == 0.3f, 1.0L / 3 * 3 == 1.0L);
	return 0;
}
