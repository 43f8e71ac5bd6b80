/* Arithmetic of float and double, and where float stays float. */
#include <stdio.h>

static volatile float f = 0.1f, g = 16777216.0f, h = 3.0f;
static volatile double d = 0.1, e = 9007199254740992.0;
static float addf(float a, float b) { return a + b; }
static double mixed(float a, double b) { return a * b; }

int main(void)
{
	printf("%.9g %.9g %.9g %.9g\n", f + f, f * h, f / h, f - h);
	printf("%.17g %.17g %.17g %.17g\n", d + d, d * 3, d / 3, d - 3);
	printf("%.17g %.17g %.17g\n", (double)f, f + d, f * 2);
	printf("%d %d %d\n", g + 1 == g, e + 1 == e, f == 0.1);
	printf("%.9g %.17g\n", addf(f, g), mixed(f, d));
	float acc = 0;
	double dacc = 0;
	for (int i = 0; i < 1000; i++) {
		acc += f;
		dacc += d;
	}
	printf("%.9g %.17g\n", acc, dacc);
	acc -= 0.1;
	acc *= d;
	acc /= 7;
	printf("%.9g\n", acc);
	acc++;
	--acc;
	dacc--;
	printf("%.9g %.17g\n", acc++, dacc);
	printf("%.17g\n", (f + f + f) * (d + d + d));
	printf("%a %a %a\n", d * d, (double)(f * f), -d / 3);
	int n = 7;
	n += 2.9;
	n *= 1.5f;
	n -= f;
	printf("%d\n", n);
	char c = 100;
	c /= 3.7;
	printf("%d %g\n", c, 7 / 2 * 2.0);
	printf("%g %g\n", 1e308 * 10, -1e308 * 10);
	printf("%g %g\n", (double)(1e38f * 10), 1e-45f / 4);
	return 0;
}
