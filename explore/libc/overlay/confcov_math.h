/* The functions of math.h that set errno, as glibc does: each calls the one without errno that musl's file defines
   under a name with __raw_ before it, as which the library itself knows it. T is the type; a kind of function is a macro. */

#ifndef CONFCOV_MATH_H
#define CONFCOV_MATH_H

#include <errno.h>
#include <math.h>

extern int __confcov_errno;

#define FINITE(x) ((x) - (x) == 0)
#define FAIL(condition, number) do { if (condition) __confcov_errno = (number); } while (0)

#define MATH1(name, T, number, condition) \
	T name(T x) { T r = __raw_##name(x); FAIL(condition, number); return r; }
#define MATH2(name, T, number, condition) \
	T name(T x, T y) { T r = __raw_##name(x, y); FAIL(condition, number); return r; }

/* The domain's bounds are known. What is not a number is negative where the processor made it, as in log, and positive where
   glibc returns a constant. */
#define BOUNDED(name, T, condition, number, value) \
	T name(T x) { if (!(condition)) return __raw_##name(x); __confcov_errno = (number); return value; }
#define ARC(name, T) BOUNDED(name, T, x > 1 || x < -1, EDOM, NAN)
#define FROM_ONE(name, T) BOUNDED(name, T, x < 1, EDOM, (x - x) / (x - x))
#define WITHIN_ONE(name, T) \
	BOUNDED(name, T, x >= 1 || x <= -1, x == 1 || x == -1 ? ERANGE : EDOM, x == 1 || x == -1 ? x / 0 : (x - x) / (x - x))
#define LOG(name, T) MATH1(name, T, x == 0 ? ERANGE : EDOM, x <= 0)
#define LOG_POSITIVE(name, T) BOUNDED(name, T, x <= 0, x == 0 ? ERANGE : EDOM, x == 0 ? -1 / (T)0 : NAN)
#define ROOT(name, T) MATH1(name, T, EDOM, x < 0)
#define LOG_1(name, T) MATH1(name, T, x == -1 ? ERANGE : EDOM, x <= -1)
#define PERIODIC(name, T) MATH1(name, T, EDOM, r != r && x == x)
#define PERIODIC2(name, T) \
	void name(T x, T *s, T *c) { __raw_##name(x, s, c); FAIL(x - x != 0 && x == x, EDOM); }
#define MODULO(name, T) MATH2(name, T, EDOM, r != r && x == x && y == y)

/* The result overflows, or is 0 for lack of a smaller number. */
#define OVER(name, T) MATH1(name, T, ERANGE, r - r != 0 && FINITE(x))
#define OVER_EVEN(name, T) \
	T name(T x) { if (x != x) return x + x; T r = __raw_##name(x); FAIL(r - r != 0 && FINITE(x), ERANGE); return r; }
#define UNDER(name, T) MATH1(name, T, ERANGE, r == 0 && FINITE(x))
#define UNDER_BUT_0(name, T) MATH1(name, T, ERANGE, r == 0 && x != 0 && FINITE(x))
#define OVER_UNDER(name, T) MATH1(name, T, ERANGE, (r == 0 || r - r != 0) && FINITE(x))
#define LENGTH(name, T) \
	T name(T x, T y) \
	{ \
		T r = __raw_##name(x, y); \
		if (r - r == 0) return r; \
		if (r != r) return x + y; \
		FAIL(FINITE(x) && FINITE(y), ERANGE); \
		return r; \
	}
#define OVER2(name, T) MATH2(name, T, ERANGE, r - r != 0 && FINITE(x) && FINITE(y))
#define ANGLE(name, T) MATH2(name, T, ERANGE, r == 0 && x != 0 && FINITE(y))
/* Of float: also where the result is the least denormal number, rounded up. */
#define EXP_LEAST(name, least) MATH1(name, float, ERANGE, (r == 0 || r - r != 0 || x < least) && FINITE(x))
#define EXP_F(name, T) EXP_LEAST(name, -0x1.9d1d9ep6f)
#define EXP2_F(name, T) EXP_LEAST(name, -149)
#define EXP10_F(name, T) EXP_LEAST(name, -44.853469f)

#define GAMMA(name, T) \
	T name(T x) \
	{ \
		T r = __raw_##name(x); \
		if (r - r == 0 && r != 0 || x != x) return r; \
		FAIL(FINITE(x) || x < 0, r != r ? EDOM : ERANGE); \
		return r != r ? NAN : r; \
	}
#define GAMMA_R(name, T) \
	T name(T x, int *sign) { T r = __raw_##name(x, sign); FAIL(r - r != 0 && FINITE(x), ERANGE); return r; }

#define POWER(name, T) \
	MATH2(name, T, r != r ? EDOM : ERANGE, (r - r != 0 || r == 0 && x != 0) && FINITE(x) && FINITE(y))
#define POWER_F(name, T) \
	MATH2(name, float, r != r ? EDOM : ERANGE, (r - r != 0 || r <= 0x1p-149f && r >= -0x1p-149f && x != 0 && \
		(r == 0 || __raw_pow(x < 0 ? -x : x, y) < 0x1p-149)) && FINITE(x) && FINITE(y))

#define NEXT_TO(name, T, Y) \
	T name(T x, Y y) \
	{ \
		const T least = sizeof(T) == 4 ? 0x1p-126 : sizeof(T) == 8 ? 0x1p-1022 : 0x1p-16382L; \
		T r = __raw_##name(x, y); \
		FAIL(x != y && x != 0 && FINITE(x) && y == y && (r - r != 0 || r < least && r > -least), ERANGE); \
		return r; \
	}
#define NEXT(name, T) NEXT_TO(name, T, T)
#define NEXT_TOWARD(name, T) NEXT_TO(name, T, long double)

#define SCALE_BY(name, T, N) \
	T name(T x, N n) { T r = __raw_##name(x, n); FAIL((r == 0 || r - r != 0) && x != 0 && FINITE(x), ERANGE); return r; }
#define SCALE(name, T) SCALE_BY(name, T, int)
#define SCALE_LONG(name, T) SCALE_BY(name, T, long)

#define SCALB(name, T) \
	MATH2(name, T, r != r ? EDOM : ERANGE, r != r ? x == x && y == y : (r == 0 || r - r != 0) && x != 0 && FINITE(x) && FINITE(y))
#define NORMAL(name, T) MATH1(name, T, EDOM, x == 0 || x - x != 0)
#define EXPONENT(name, T) \
	int name(T x) { int r = __raw_##name(x); FAIL(x == 0 || x - x != 0, EDOM); return r; }

/* Bessel functions: of the second kind there is a pole at 0. */
#define BESSEL_JN(name, T) \
	T name(int n, T x) { T r = __raw_##name(n, x); FAIL(r == 0 && x != 0 && FINITE(x), ERANGE); return r; }
#define BESSEL_Y(name, T) \
	T name(T x) \
	{ \
		if (x < 0) { __confcov_errno = EDOM; return NAN; } \
		T r = __raw_##name(x); \
		FAIL(r - r != 0 && FINITE(x), ERANGE); \
		return r; \
	}
#define BESSEL_YN(name, T) \
	T name(int n, T x) \
	{ \
		if (x < 0) { __confcov_errno = EDOM; return NAN; } \
		T r = __raw_##name(n, x); \
		FAIL(r - r != 0 && FINITE(x), ERANGE); \
		return r; \
	}

#endif
