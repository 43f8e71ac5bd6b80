/* The sign of zero in arithmetic, conversion and negation. */
#include <stdio.h>
#include <math.h>

#define S(x) printf("%d", signbit(x) != 0)

int main(void)
{
	volatile double p = 0.0, n = -0.0, one = 1;
	volatile float pf = 0, nf = -0.0f;
	volatile long double pl = 0, nl = -0.0L;
	S(p + n); S(n + n); S(p - p); S(n - p); S(p - n); S(one - one); S(-one + one);
	printf(" ");
	S(p * n); S(n * n); S(-one * p); S(n / one); S(p / -one); S(-p); S(-n); S(0 - p); S(0.0 * -1);
	printf(" ");
	S(nf + pf); S(-pf); S(nf * nf); S((float)n); S((double)nf); S((long double)n); S((double)nl); S(-pl); S(nl + pl); S(nl * one);
	printf("\n");
	printf("%g %g %g %Lg\n", n, -p, nf * one, nl);
	printf("%f %e %.0f %a\n", n, n, -0.4, n);
	printf("%d %d\n", (int)n, (int)-0.5);
	printf("%g %g %g\n", one / n, sqrt(n), fabs(n));
	double x = -0.0;
	x += 0.0;
	S(x);
	x = -0.0;
	x += -0.0;
	S(x);
	x = n ? 1 : n;
	S(x);
	int zero = 0;
	S(-(double)zero); S((double)-zero);
	printf("\n%d %d\n", n == 0, !n);
	return 0;
}
