/* printf: long double, which has 64 bits of mantissa. */
#include <float.h>
#include <stdio.h>

int main(void)
{
	long double values[] = { 0.0L, 1.0L, -2.5L, 0.1L, 1.0L / 3, 1e4000L, 1e-4000L, LDBL_MAX, LDBL_MIN, LDBL_EPSILON, 123456789012345678.0L,
		18446744073709551615.0L };

	for (unsigned i = 0; i < sizeof values / sizeof *values; i++)
		printf("%Lg %.20Lg %Le %.25LE [%15.3Lg] [%-15.2Le]\n", values[i], values[i], values[i], values[i], values[i], values[i]);
	for (unsigned i = 0; i < 5; i++)
		printf("%Lf %.0Lf %.30Lf\n", values[i], values[i], values[i]);
	printf("%Lf\n%Lf\n", values[10], values[11]);
	printf("%.40Lf\n", 0.1L);
	return 0;
}
