/* Functions of double of which glibc returns the number nearest to the true value but for one argument in some hundreds; musl's miss
   it for one in ten to thirty. The result of long double, rounded, is as good as glibc's. */

#include <confcov_math.h>

#define NEAREST(name, from) double name(double x) { return from(x); }

long double __raw_sinl(long double), __raw_cosl(long double), __raw_tanl(long double);
long double __raw_asinl(long double), __raw_acosl(long double), __raw_atan2l(long double, long double);
void __raw_sincosl(long double, long double *, long double *);

NEAREST(__raw_sin, __raw_sinl)
NEAREST(__raw_cos, __raw_cosl)
NEAREST(__raw_tan, __raw_tanl)
NEAREST(__raw_asin, __raw_asinl)
NEAREST(__raw_acos, __raw_acosl)
NEAREST(atan, atanl)

double __raw_atan2(double y, double x)
{
	return __raw_atan2l(y, x);
}

void __raw_sincos(double x, double *s, double *c)
{
	long double sl, cl;
	__raw_sincosl(x, &sl, &cl);
	*s = sl;
	*c = cl;
}

PERIODIC(sin, double)
PERIODIC(cos, double)
PERIODIC(tan, double)
PERIODIC2(sincos, double)
ARC(asin, double)
ARC(acos, double)
ANGLE(atan2, double)
