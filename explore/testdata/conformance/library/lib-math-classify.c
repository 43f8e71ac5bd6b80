/* math.h: classification and comparison macros. */
#include <float.h>
#include <math.h>
#include <stdio.h>

int main(void)
{
	volatile double v[] = { 0.0, -0.0, 1.0, -1.0, DBL_MIN, DBL_MIN / 2, 5e-324, INFINITY, -INFINITY, NAN, DBL_MAX };

	for (int i = 0; i < 11; i++) {
		double x = v[i];
		int c = fpclassify(x);
		printf("%s %d %d %d %d %d\n", c == FP_ZERO ? "zero" : c == FP_NORMAL ? "normal" : c == FP_SUBNORMAL ? "subnormal" : c == FP_INFINITE ? "inf" : "nan",
			isnan(x) != 0, isinf(x) != 0, isfinite(x) != 0, isnormal(x) != 0, signbit(x) != 0);
		float f = (float)x;
		long double l = x;
		printf("  %d %d %d %d %d %d\n", isnan(f) != 0, isinf(f) != 0, signbit(f) != 0, isnan(l) != 0, isnormal(l) != 0, signbit(l) != 0);
		for (int j = 0; j < 11; j += 3) {
			double y = v[j];
			printf("  %d%d%d%d%d%d", isgreater(x, y), isgreaterequal(x, y), isless(x, y), islessequal(x, y), islessgreater(x, y), isunordered(x, y));
			printf(" %d%d%d%d%d%d", x > y, x >= y, x < y, x <= y, x != y, x == y);
		}
		puts("");
	}
	printf("%g %g %d %d\n", HUGE_VAL, fabs(NAN) == 0 ? 1.0 : 2.0, FLT_EVAL_METHOD, math_errhandling != 0);
	return 0;
}
