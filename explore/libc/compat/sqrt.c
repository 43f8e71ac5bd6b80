/* The machine's square roots. Of a symbolic number nothing is asked to set errno. */

#include <errno.h>

extern int __confcov_errno;

double __raw_sqrt(double x)
{
	return __builtin_confcov_sqrt(x);
}

float __raw_sqrtf(float x)
{
	return __builtin_confcov_sqrtf(x);
}

double sqrt(double x)
{
	__confcov_errno += (EDOM - __confcov_errno) * (x < 0);
	return __builtin_confcov_sqrt(x);
}

float sqrtf(float x)
{
	__confcov_errno += (EDOM - __confcov_errno) * (x < 0);
	return __builtin_confcov_sqrtf(x);
}
