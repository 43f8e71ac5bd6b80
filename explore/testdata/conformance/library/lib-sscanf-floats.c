/* sscanf: floating point in every form. */
#include <stdio.h>

int main(void)
{
	static const char *const inputs[] = { "1", "-1.5", ".5", "5.", "1e3", "1e-30", "1E+2", "0x1.8p3", "0X.8", "inf", "INFINITY", "-inf",
		"1.e2x", "abc", "", "+.25e1z", "3.14159265358979", "1e400", "0.1" };

	for (unsigned i = 0; i < sizeof inputs / sizeof *inputs; i++) {
		float f = -1;
		double d = -1;
		long double l = -1;
		int n = -1, r;

		r = sscanf(inputs[i], "%f%n", &f, &n);
		printf("'%s': %d %d %.9g", inputs[i], r, n, f);
		r = sscanf(inputs[i], "%lf", &d);
		printf(" | %d %.17g", r, d);
		r = sscanf(inputs[i], "%Lg", &l);
		printf(" | %d %.20Lg", r, l);
		d = -1;
		r = sscanf(inputs[i], "%4le%n", &d, &n);
		printf(" | %d %.17g %d\n", r, d, n);
	}
	float a, b;
	int r = sscanf("(1.5, -2.25)", "(%f,%f)", &a, &b);
	printf("%d %g %g\n", r, a, b);
	return 0;
}
