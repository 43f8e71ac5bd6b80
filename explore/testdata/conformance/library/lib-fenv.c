/* fenv.h: exceptions are clear at the start; the rounding mode is to nearest. */
#include <fenv.h>
#include <math.h>
#include <stdio.h>

int main(void)
{
	printf("%d\n", fegetround() == FE_TONEAREST);
	printf("%d\n", fetestexcept(FE_ALL_EXCEPT));
	printf("%d\n", feclearexcept(FE_ALL_EXCEPT));
	printf("%d\n", fesetround(FE_TONEAREST));
	fenv_t e;
	printf("%d\n", fegetenv(&e));
	printf("%d\n", fesetenv(&e));
	printf("%d\n", feholdexcept(&e));
	printf("%d\n", fesetround(12345) != 0);
	printf("%g %g\n", rint(2.5), nearbyint(3.5));
	return 0;
}
