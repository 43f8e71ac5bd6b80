/* fenv.h: the rounding mode is to nearest; functions that set and clear exceptions. */
#include <fenv.h>
#include <math.h>
#include <stdio.h>

int main(void)
{
	printf("%d\n", fegetround() == FE_TONEAREST);
	printf("%d\n", fetestexcept(0));
	printf("%d\n", feclearexcept(FE_ALL_EXCEPT));
	printf("%d\n", fesetround(FE_TONEAREST));
	fenv_t e;
	printf("%d\n", fegetenv(&e));
	printf("%d\n", fesetenv(&e));
	printf("%d\n", feholdexcept(&e));
	printf("%d %d\n", feraiseexcept(FE_INEXACT), feupdateenv(&e));
	printf("%d\n", fesetenv(FE_DFL_ENV));
	printf("%d\n", fesetround(12345) != 0);
	printf("%g %g\n", rint(2.5), nearbyint(3.5));
	return 0;
}
