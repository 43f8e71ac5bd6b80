/* Between float, double and long double: rounding, passing, printing. */
#include <stdio.h>

static float narrow(double d) { return d; }
static double wide(float f) { return f; }
static long double longer(double d) { return d; }
static double back(long double l) { return l; }

int main(void)
{
	volatile double d[] = { 0.1, 1.0000000596046448, 1.00000005960464477, 3.4028235677973366e38, 3.4028235e38, 1e39, -1e-46, 1e-45, 7e-46 };
	for (int i = 0; i < 9; i++)
		printf("%a %a %a %.21Lg\n", (float)d[i], narrow(d[i]), wide(d[i]), longer(d[i]));
	volatile long double l[] = { 0.1L, 1.00000000000000011102230246251565404L, 1.0000000000000001110223024625156540423631668090820312L, 1e309L, 1e-330L };
	for (int i = 0; i < 5; i++)
		printf("%a %a %a\n", (double)l[i], (float)l[i], back(l[i]));
	float f = 0.1L;
	printf("%d %d %d\n", f == 0.1f, 0.1 == (double)0.1L, 0.1f == (float)0.1);
	printf("%.20Lg %.20g %.20g\n", 0.1L, 0.1, 0.1f);
	f = d[0];
	f = f + d[0];
	printf("%a %zu %zu\n", f, sizeof(f + f), sizeof(f * 1.0L));
	double arr[3] = { 1, 2.5f, 3.25L };
	printf("%g %g %g\n", arr[0], arr[1], arr[2]);
	printf("%a\n", (double)(float)0.3 * 3);
	return 0;
}
