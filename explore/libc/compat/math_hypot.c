/* hypot of float and double, whose results are almost always the numbers nearest to the true ones, as glibc's. */

#include <confcov_math.h>

double __raw_sqrt(double);

/* The root of x*x + y*y, x >= y > 0, with the rounding error of it corrected (Borges, An Improved Algorithm for hypot(a,b)). */
static double root(double x, double y)
{
	double h = __raw_sqrt(x * x + y * y), d, error;
	if (h <= 2 * y) {
		d = h - y;
		error = x * (2 * d - x) + (d - 2 * (x - y)) * d;
	} else {
		d = h - x;
		error = 2 * d * (x - 2 * y) + ((4 * d - y) * y + d * d);
	}
	return h - error / (2 * h);
}

/* An infinite side makes the other's value irrelevant. */
static double special(double x, double y)
{
	const double inf = 1 / 0.0;
	return x == inf || x == -inf || y == inf || y == -inf ? inf : x + y;
}

double __raw_hypot(double x, double y)
{
	double t;
	if (x - x != 0 || y - y != 0) return special(x, y);
	if (x < 0) x = -x;
	if (y < 0) y = -y;
	if (x < y) t = x, x = y, y = t;
	if (y <= x * 0x1p-54) return 0.0 + x + y;
	if (x > 0x1p511) return 0x1p600 * root(x * 0x1p-600, y * 0x1p-600);
	if (y < 0x1p-459) return 0x1p-600 * root(x * 0x1p600, y * 0x1p600);
	return root(x, y);
}

float __raw_hypotf(float x, float y)
{
	if (x - x != 0 || y - y != 0) return special(x, y);
	return __raw_sqrt((double)x * x + (double)y * y);
}

LENGTH(hypot, double)
LENGTH(hypotf, float)
