/* Comparisons with NaN, infinities and signed zeros. */
#include <stdio.h>
#include <math.h>

static void all(double a, double b) { printf("%d%d%d%d%d%d ", a < b, a <= b, a > b, a >= b, a == b, a != b); }
static void allf(float a, float b) { printf("%d%d%d%d%d%d ", a < b, a <= b, a > b, a >= b, a == b, a != b); }
static void alll(long double a, long double b) { printf("%d%d%d%d%d%d ", a < b, a <= b, a > b, a >= b, a == b, a != b); }

int main(void)
{
	volatile double zero = 0, v[] = { 0.0, -0.0, 1, -1, 1 / zero, -1 / zero, zero / zero };
	for (int i = 0; i < 7; i++) {
		for (int j = 0; j < 7; j++)
			all(v[i], v[j]), allf(v[i], v[j]), alll(v[i], v[j]);
		printf("\n");
	}
	double nan = v[6];
	printf("%d %d %d %d\n", !nan, nan && 1, nan || 0, nan ? 1 : 2);
	printf("%d %d %d\n", !(nan < 1), !(nan >= 1), (_Bool)nan);
	printf("%d %d\n", isnan(nan), signbit(v[1]) != 0);
	printf("%d %d\n", 1 / v[0] == 1 / v[1], v[0] == v[1]);
	if (nan)
		printf("true\n");
	while (nan == nan)
		printf("never\n");
	printf("%d %d\n", nan == 1 ? 1 : nan != 1 ? 2 : 3, !(nan == nan));
	printf("%g %g\n", fmax(nan, 1), fmin(2, nan));
	printf("%d\n", -0.0f < 0.0f);
	return 0;
}
