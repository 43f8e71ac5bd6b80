/* Subnormal numbers, the least and greatest, gradual underflow and rounding. */
#include <stdio.h>
#include <float.h>
#include <math.h>

int main(void)
{
	volatile double d = DBL_MIN, t = DBL_TRUE_MIN;
	volatile float f = FLT_MIN, tf = FLT_TRUE_MIN;
	volatile long double l = LDBL_MIN;
	for (int i = 0; i < 5; i++) {
		printf("%.17g %.17g %.21Lg\n", d, f, l);
		d /= 3;
		f /= 3;
		l /= 3;
	}
	printf("%g %g %g %g\n", t / 2, t * 0.5, t * 0.75, tf / 2);
	printf("%.17g %.17g\n", t * 3 / 2, t + DBL_MIN);
	printf("%g %g %g\n", DBL_MAX * 2, -DBL_MAX * 2, DBL_MAX + DBL_MAX / 1e17);
	printf("%d %d\n", DBL_MAX + 1 == DBL_MAX, DBL_MAX * (1 + DBL_EPSILON) > DBL_MAX);
	printf("%.17g %.17g %.17g\n", (float)DBL_MIN, (float)1e-40, (double)(float)(FLT_TRUE_MIN * 0.7));
	printf("%.17g %.17g\n", (float)(FLT_TRUE_MIN * 0.5), (float)((double)FLT_TRUE_MIN * 0.5000001));
	printf("%.17g %.17g\n", (float)(FLT_MAX * 1.00000001), (float)(FLT_MAX * 1.0000001));
	printf("%d %d %d\n", fpclassify(t) == FP_SUBNORMAL, fpclassify(d) == FP_SUBNORMAL, t > 0);
	printf("%.20g %.20Lg\n", t, (long double)t);
	printf("%d\n", t - t == 0);
	volatile double x = 1;
	int n = 0;
	while (x > 0) {
		x /= 2;
		n++;
	}
	printf("%d\n", n);
	return 0;
}
