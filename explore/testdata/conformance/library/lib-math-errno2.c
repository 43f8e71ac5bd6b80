/* math.h: errno after functions of several numbers. A failure leaves it as it is where nothing fails later. */
#define _GNU_SOURCE
#include <errno.h>
#include <float.h>
#include <math.h>
#include <stdio.h>

static const double at[] = { 0.0, -0.0, 1, -1, 0.5, -2.5, 3, 1100, -1100, 1e-310, -1e-310, 1e308, -1e308, DBL_MIN, INFINITY, -INFINITY, NAN };
enum { N = sizeof at / sizeof *at };

static void show(int e, double r)
{
	char c = r != r ? 'n' : r - r != 0 ? 'i' : r == 0 ? 'z' : '.';
	printf("%s%c%s", signbit(r) && r == r ? "-" : "", c, e == 0 ? " " : e == EDOM ? "D " : e == ERANGE ? "R " : "? ");
}

#define T(f) do { \
	printf("%s:\n", #f); \
	for (int i = 0; i < N; i++) { \
		for (int j = 0; j < N; j++) { volatile double x = at[i], y = at[j]; errno = 0; double r = f(x, y); show(errno, r); } \
		puts(""); \
	} \
} while (0)
#define I(T, f, n) do { volatile T x = n; errno = 0; T r = f; show(errno, r); } while (0)

int main(void)
{
	T(pow); T(atan2); T(hypot); T(fmod); T(remainder); T(drem); T(fdim); T(nextafter); T(nexttoward); T(scalb); T(fmax); T(copysign); T(powf); T(fdimf);
	for (int n = -2200; n <= 2200; n += 100) {
		I(double, ldexp(x, n), 1); I(double, scalbn(x, n), -3); I(double, scalbln(x, n), 0); I(float, ldexpf(x, n), 1e-30f); I(long double, ldexpl(x, 9L * n), 1);
		puts("");
	}
	I(double, jn(2, x), 0); I(double, jn(30, x), 1e-20); I(double, yn(2, x), 0); I(double, yn(2, x), -1); I(double, yn(90, x), 1e-5); I(double, fma(x, x, 1), 1e200);
	I(float, powf(x, 3.01f), 1e-15f); I(float, powf(x, -1.01f), 1e38f); I(float, expf(x), -103.9f); I(float, expf(x), -103.2f); I(float, exp2f(x), -149.2f);
	I(float, nextafterf(x, 0), FLT_MIN); I(float, nextafterf(x, INFINITY), FLT_MAX); I(long double, nextafterl(x, 0), LDBL_MIN); I(float, nexttowardf(x, 1), 0);
	int sign, q;
	I(double, lgamma_r(x, &sign), -3); I(double, remquo(x, 0, &q), 1); I(double, (sincos(x, &x, &x), x), INFINITY);
	puts("");
	volatile double x = -1;
	errno = EDOM;
	printf("%g %d\n", exp(x) > 0 ? sqrt(4 * x * x) : 0, errno);
	errno = 0;
	printf("%g %d", __builtin_sqrt(x), errno == EDOM);
	errno = 0;
	printf(" %g %g %d", gamma(4 * x * x), roundeven(x * 2.5), errno);
	printf("%g %d %d\n", log(x), errno == EDOM, (int)sqrt(9));
	printf("%g %g %g %g\n", sqrt(x), pow(x, 0.5), acosh(x), x == -1 ? fmod(x, 0) : 0);
	return 0;
}
