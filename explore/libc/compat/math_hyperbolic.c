/* sinh, cosh and tanh of float and double by the formulas that glibc evaluates, from expm1 near 0 and exp elsewhere: musl's differ
   in the last digits. */

#include <confcov_math.h>

double __raw_exp(double), __raw_expm1(double);
float __raw_expf(float), __raw_expm1f(float);

/* The half of exp(x), for x above the largest number's logarithm too. */
#define HALF(T, exp, x, largest) ((x) < largest ? (T)0.5 * exp(x) : (T)0.5 * exp((T)0.5 * (x)) * exp((T)0.5 * (x)))

#define HYPERBOLIC(letter, T, exp, expm1, tiny, none, largest) \
	T __raw_sinh##letter(T x) \
	{ \
		T a = x < 0 ? -x : x, sign = x < 0 ? -1 : 1; \
		if (a < tiny || a - a != 0) return x; \
		if (a >= 22) return sign * HALF(T, exp, a, largest); \
		T t = expm1(a), half = sign * (T)0.5; \
		return a < 1 ? half * (2 * t - t * t / (t + 1)) : half * (t + t / (t + 1)); \
	} \
	T __raw_cosh##letter(T x) \
	{ \
		T a = x < 0 ? -x : x; \
		if (a >= 22) return HALF(T, exp, a, largest); \
		if (a < (T)0x1.62e42fefa39efp-2) { \
			T t = expm1(a), w = 1 + t; \
			return a < none ? w : 1 + t * t / (w + w); \
		} \
		T t = exp(a); \
		return (T)0.5 * t + (T)0.5 / t; \
	} \
	T tanh##letter(T x) \
	{ \
		T a = x < 0 ? -x : x, r; \
		if (a < none) return x; \
		if (a >= 22) r = 1; \
		else if (a >= 1) r = 1 - 2 / (expm1(2 * a) + 2); \
		else { \
			T t = expm1(-2 * a); \
			r = -t / (t + 2); \
		} \
		return x != x ? x + x : x < 0 ? -r : r; \
	}

HYPERBOLIC(, double, __raw_exp, __raw_expm1, 0x1p-28, 0x1p-55, 0x1.62e42p+9)
HYPERBOLIC(f, float, __raw_expf, __raw_expm1f, 0x1p-28f, 0x1p-55f, 0x1.62e3p+6f)

OVER_EVEN(sinh, double)
OVER_EVEN(sinhf, float)
OVER_EVEN(cosh, double)
OVER_EVEN(coshf, float)
