/* printf: infinities and not-a-numbers; zero flag does not apply to them. */
#include <math.h>
#include <stdio.h>

int main(void)
{
	double inf = INFINITY, nan = NAN;

	printf("%f %e %g %a %F %E %G %A\n", inf, inf, inf, inf, inf, inf, inf, inf);
	printf("%f %e %g %a %F %E %G %A\n", -inf, -inf, -inf, -inf, -inf, -inf, -inf, -inf);
	printf("%f %e %g %a %F %E %G %A\n", nan, nan, nan, nan, nan, nan, nan, nan);
	printf("%f %+f % f\n", copysign(nan, -1.0), nan, nan);
	printf("[%8f] [%-8f] [%08f] [%+f] [% f] [%.2f] [%+08.1f]\n", inf, inf, inf, inf, inf, inf, inf);
	printf("[%8f] [%-8f] [%08f] [%8.0e]\n", nan, nan, nan, nan);
	printf("[%Lf] [%08Lf] [%LE]\n", (long double)inf, -(long double)inf, (long double)nan);
	return 0;
}
