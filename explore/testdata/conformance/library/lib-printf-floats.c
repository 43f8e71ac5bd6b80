/* printf: e, f and g with flags, widths and precisions. */
#include <float.h>
#include <stdio.h>

int main(void)
{
	static const double values[] = { 0.0, -0.0, 1.0, 0.5, 1.5, 2.5, -3.75, 9.9999999, 99999.95, 123456789.0, 1e-5, 1.25e-4, 1e15, 1e16,
		1e22, 1e23, 5e-324, DBL_MAX, DBL_MIN, 0.1, 1.0 / 3, 2.0 / 3, 1e100, 123456.5, 0.00009999995 };
	static const char *const formats[] = { "%f", "%.0f", "%#.0f", "%.1f", "%10.3f", "%-12.4f|", "%+f", "% f", "%012.2f", "%e", "%.0e",
		"%#.0e", "%.3E", "%15.5e", "%g", "%.0g", "%.3g", "%#g", "%#.3g", "%G", "%.10g", "%.17g", "%+.4g", "%012g", "%.20f", "%.30e" };

	for (unsigned f = 0; f < sizeof formats / sizeof *formats; f++) {
		printf("%s:", formats[f]);
		for (unsigned v = 0; v < sizeof values / sizeof *values; v++) {
			putchar('[');
			printf(formats[f], values[v]);
			putchar(']');
		}
		putchar('\n');
	}
	return 0;
}
