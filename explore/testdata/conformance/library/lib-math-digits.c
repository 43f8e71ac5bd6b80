/* math.h: last digits of functions of double, where the number nearest to the true value is clear and a good approximation was another. */
#define _GNU_SOURCE
#include <math.h>
#include <stdio.h>

#define D(fn, n) do { volatile double x = n; printf("%s %a\n", #fn, fn(x)); } while (0)
#define D2(fn, n, m) do { volatile double x = n, y = m; printf("%s %a\n", #fn, fn(x, y)); } while (0)

int main(void)
{
	D(sin, 0x1.1fd959dp+4);
	D(sin, 0x1.132d91p+3);
	D(sin, 0x1.a131716p+4);
	D(sin, 0x1.0861419p+4);
	D(cos, 0x1.c1763p+2);
	D(cos, 0x1.bf6cb9p+2);
	D(cos, 0x1.c52ce9p+2);
	D(cos, 0x1.64289fp+2);
	D(tan, 0x1.e01b3p+1);
	D(tan, 0x1.3c5036p+4);
	D(tan, 0x1.3e10c54p+4);
	D(tan, 0x1.137f3ap+1);
	D(asin, -0x1.a919b8p-1);
	D(asin, -0x1.0b467p-1);
	D(asin, -0x1.bba03p-1);
	D(asin, 0x1.d6b76p-1);
	D(acos, -0x1.066844p-1);
	D(acos, -0x1.b5d468p-1);
	D(acos, -0x1.020a38p-1);
	D(acos, 0x1.79f028p-2);
	D(atan, -0x1.77182ap+1);
	D(atan, -0x1.3239d2p+1);
	D(atan, 0x1.863954p+1);
	D(atan, 0x1.c7c748p+1);
	D(sinh, 0x1.56b1857p+5);
	D(sinh, 0x1.274dbcfp+6);
	D(sinh, 0x1.2aab348p+5);
	D(sinh, 0x1.44d49p+5);
	D(cosh, 0x1.e9d048p-2);
	D(cosh, 0x1.447d7f3333333p-1);
	D(cosh, 0x1.576b6e6666666p-1);
	D(cosh, 0x1.4f3c4d9999999p-1);
	D(tanh, 0x1.449a58p-2);
	D(tanh, 0x1.7ec9bcp-1);
	D(tanh, 0x1.376968p-1);
	D(tanh, 0x1.5c60b4p-1);
	D(log10, 0x1.5dd53e3333333p+0);
	D(log10, 0x1.6946153333334p-1);
	D(log10, 0x1.6cca883333333p+0);
	D(log10, 0x1.6337bd999999ap+0);
	D(exp10, -0x1.938c52p+1);
	D(exp10, -0x1.5df92p-1);
	D(exp10, -0x1.1049028p+2);
	D(exp10, 0x1.4f0122p+1);
	D2(hypot, 0x1.d6863dp+1, 0x1.c503658p+3);
	D2(hypot, 0x1.3fe839cp+3, 0x1.28e2bcp+3);
	D2(hypot, 0x1.cf00e8p-2, 0x1.057b6c8p+4);
	D2(hypot, 0x1.39e8e88p+2, 0x1.a2b3648p+3);
	D2(atan2, 0x1.2f49ccp+1, 0x1.d55592p+3);
	D2(atan2, 0x1.d7fccp-3, 0x1.3ba93dp+3);
	D2(atan2, 0x1.eda3568p+2, 0x1.0df871p+4);
	D2(atan2, 0x1.47ed1p+2, 0x1.beb83cp+3);
	D(acosh, -1e10); D(fabs, (double)(sinhl(11356.5L) / 1e4930L)); D(fabs, (double)(expm1l(11356.5L) / 1e4930L));
	D2(hypot, -0.0, -0.0); D2(hypot, INFINITY, NAN); D2(hypot, 1e308, 1e308); D2(hypot, 1e-310, 1e-310); D2(hypot, 3e-320, 4e-320);
	D(j1, -INFINITY); D2(fmax, 0.0, -0.0); D2(fmin, -0.0, 0.0); D2(fmax, NAN, -1); D2(fmin, 2, NAN);
	printf("%d %a\n", tgammal(-26.6L) < 0, fma(-1e-200, 1e-200, j1(INFINITY)));
	D(tanh, INFINITY); D(tanh, -1e-310); D(sinh, -0.0); D(cosh, -INFINITY); D(log10, 1e-310); D(log10, 1e15); D(exp10, 22); D(exp10, -400); D(sin, 1e300); D(atan, -INFINITY);
	return 0;
}
