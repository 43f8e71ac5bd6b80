/* Floating constants: decimal, hexadecimal, suffixes, rounding. */
#include <stdio.h>
#include <float.h>

#define T(e) _Generic((e), float: "float", double: "double", long double: "long double")

int main(void)
{
	printf("%s %s %s %s %s\n", T(1.0), T(1.f), T(1.F), T(1.l), T(1e1L));
	printf("%g %g %g %g %g %g\n", 1., .5, 1e3, 1E-3, .5e+2, 0e0);
	printf("%a %a %a %a\n", 0x1p0, 0x.8p1, 0x1.8P-3, 0xabc.defp+4);
	printf("%a %a\n", 0x1.fffffffffffff8p0, 0x1.00000000000008p0);
	printf("%a %a\n", 0x1.ffffff8p0f, (double)0x1.000001p0f);
	printf("%.17g %.17g %.9g\n", 0.1, 0.3, 0.1f);
	printf("%.21Lg %.21Lg\n", 0.1L, 0.1L);
	printf("%.17g %.17g %.17g\n", 1e-320, 4.9e-324, 2e-324);
	printf("%a %a\n", 1e308, 1.7976931348623157e308);
	printf("%g %d\n", 1e400, 1e400 > DBL_MAX);
	printf("%.21Lg\n", 1e4932L);
	printf("%.17g %.17g\n", 9007199254740993.0, 123456789012345678901234567890.0);
	printf("%.17g\n", 0.1000000000000000055511151231257827021181583404541015625);
	printf("%.9g %.9g\n", 16777217.0f, 3.40282356e38f);
	printf("%d %d\n", 0.1f == 0.1, 0.5f == 0.5);
	printf("%.17g\n", (double)0.1L);
	printf("%g %g\n", FLT_EPSILON, DBL_EPSILON);
	printf("%d %d %d\n", FLT_MANT_DIG, DBL_DIG, LDBL_MAX_EXP);
	printf("%g\n", 0x10p-1 + 010 + 08.5 + 0.0e-5);
	printf("%d\n", FLT_EVAL_METHOD);
	return 0;
}
