/* Builtins on floating-point numbers. */
#include <stdio.h>

#define CLASS(x) printf("%d%d%d%d%d%d ", !!__builtin_isnan(x), __builtin_isinf(x) != 0, !!__builtin_isfinite(x), !!__builtin_isnormal(x), !!__builtin_signbit(x), __builtin_isinf_sign(x))
#define REL(a, b) printf("%d%d%d%d%d%d ", __builtin_isgreater(a, b), __builtin_isgreaterequal(a, b), __builtin_isless(a, b), __builtin_islessequal(a, b), __builtin_islessgreater(a, b), __builtin_isunordered(a, b))

int main(void)
{
	volatile double zero = 0, one = 1, tiny = 4.9e-324;
	volatile float f = -1e-40f;
	volatile long double ld = -1e-4940L;
	CLASS(zero); CLASS(-zero); CLASS(one); CLASS(tiny); CLASS(f); CLASS(ld);
	CLASS(one / zero); CLASS(-one / zero); CLASS(zero / zero); CLASS((float)1e300); CLASS(1e4000L);
	CLASS(__builtin_nan("")); CLASS(__builtin_inff()); CLASS(-__builtin_infl()); CLASS(__builtin_huge_val()); CLASS(__builtin_nanf("1")); CLASS(__builtin_nanl(""));
	printf("\n");
	REL(one, zero); REL(zero, one); REL(one, one); REL(one, __builtin_nan("")); REL(1.0f, 2); REL(1.5L, 1);
	printf("\n%g %g %Lg\n", __builtin_fabs(-one), __builtin_fabsf(-2.5f), __builtin_fabsl(-3.5L));
	printf("%g %g %g\n", __builtin_copysign(3, -one), __builtin_sqrt(2.25), __builtin_copysignf(1, f));
	printf("%d %d %d %d %d\n", __builtin_fpclassify(0, 1, 2, 3, 4, zero / zero), __builtin_fpclassify(0, 1, 2, 3, 4, one / zero),
		__builtin_fpclassify(0, 1, 2, 3, 4, one), __builtin_fpclassify(0, 1, 2, 3, 4, tiny), __builtin_fpclassify(0, 1, 2, 3, 4, zero));
	printf("%d %d %d\n", !!__builtin_signbitf(f), !!__builtin_signbitl(ld), !!__builtin_signbit(-zero));
	static const double inf = __builtin_inf(), hv = -__builtin_huge_val(), nan = __builtin_nan("");
	static const float hf = __builtin_huge_valf();
	printf("%g %g %d %g %Lg\n", inf, hv, nan != nan, hf, __builtin_huge_vall());
	printf("%d %d\n", __builtin_isnan(one), __builtin_isinf(-inf));
	printf("%g %g %g\n", __builtin_floor(-1.5), __builtin_ceil(-1.5), __builtin_trunc(2.7));
	return 0;
}
