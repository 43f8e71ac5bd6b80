/* math.h: errno after functions of one number, and whether the result is 0, infinite or no number, with its sign. */
#define _GNU_SOURCE
#include <errno.h>
#include <math.h>
#include <stdio.h>

static const long double at[] = { 0.0L, -0.0L, 0.5L, 1, -1, 2, -2, -2.5L, 26.6L, -26.6L, 36, -45, -44.8L, 90, -104, -103.5L, -149.5L, 171.7L, -171.5L, 309, -324,
	-330, 720, -746, 1100, -1080, 11400, -11400, 16500, -16600, 1e-40L, -1e-310L, INFINITY, -INFINITY, NAN };
enum { N = sizeof at / sizeof *at };

static void show(int e, long double r)
{
	char c = r != r ? 'n' : r - r != 0 ? 'i' : r == 0 ? 'z' : '.';
	printf("%s%c%s", signbit(r) ? "-" : "", c, e == 0 ? " " : e == EDOM ? "D " : e == ERANGE ? "R " : "? ");
}

#define T(T, fn) do { \
	printf("%s: ", #fn); \
	for (int i = 0; i < N; i++) { volatile T x = at[i]; errno = 0; T r = fn(x); show(errno, r); } \
	puts(""); \
} while (0)
#define ALL(fn) T(double, fn); T(float, fn##f); T(long double, fn##l)

int main(void)
{
	ALL(acos); ALL(asin); ALL(atan); ALL(acosh); ALL(asinh); ALL(atanh); ALL(cbrt); ALL(cos); ALL(sin); ALL(tan); ALL(cosh); ALL(sinh); ALL(tanh);
	ALL(erf); ALL(erfc); ALL(exp); ALL(exp2); ALL(exp10); ALL(expm1); ALL(log); ALL(log10); ALL(log1p); ALL(log2); ALL(logb); ALL(ilogb);
	ALL(lgamma); ALL(tgamma); ALL(sqrt); ALL(rint); ALL(lrint); ALL(llround); ALL(floor); ALL(trunc); ALL(fabs);
	T(double, j0); T(double, j1); T(double, y0); T(double, y1); T(float, j1f); T(float, y0f); T(double, significand);
	return 0;
}
