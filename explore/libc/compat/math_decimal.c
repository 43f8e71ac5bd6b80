/* Logarithms and powers of ten by the formulas that glibc evaluates. */

#include <confcov_math.h>

double __raw_exp(double), __raw_log(double);
float __raw_logf(float);

/* log10(m * 2^e) with m from 1/2 to 2, so that no digits cancel; the logarithm of 2 has two parts, of which the first times e is exact. */
double __raw_log10(double x)
{
	int e;
	if (x - x != 0) return x + x;
	x = frexp(x, &e);
	if (e > 0) x *= 2, e--;
	return e * 0x1.9fef311f12b36p-42 + 0x1.bcb7b1526e50ep-2 * __raw_log(x) + e * 0x1.34413509f6p-2;
}

float __raw_log10f(float x)
{
	int e;
	if (x - x != 0) return x + x;
	x = frexpf(x, &e);
	if (e > 0) x *= 2, e--;
	return e * 0x1.a84fb6p-21f + 0x1.bcb7b2p-2f * __raw_logf(x) + e * 0x1.3441p-2f;
}

/* x and the logarithm of 10 have two parts each, and the product of the first parts is exact. */
double __raw_exp10(double x)
{
	union { double f; unsigned long i; } high = { x };
	if (x - x != 0) return __raw_exp(x);
	if (x < -332) return 0;
	if (x > 309) return 1 / 0.0;
	if (x < 0x1p-56 && x > -0x1p-56) return 1;
	high.i &= -1UL << 27;
	double low = x - high.f;
	return __raw_exp(high.f * 0x1.26bb1b8p+1) * __raw_exp(high.f * 0x1.daaa8ac16ea57p-26 + low * 0x1.26bb1bbb55516p+1);
}

float __raw_exp10f(float x)
{
	return __raw_exp(0x1.26bb1bbb55516p+1 * x);
}

LOG_POSITIVE(log10, double)
LOG_POSITIVE(log10f, float)
OVER_UNDER(exp10, double)
EXP10_F(exp10f, float)
