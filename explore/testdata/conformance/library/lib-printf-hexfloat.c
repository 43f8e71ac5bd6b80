/* printf: %a of normal doubles. */
#include <float.h>
#include <stdio.h>

int main(void)
{
	static const double values[] = { 0.0, -0.0, 1.0, -1.0, 0.5, 1.5, 3.0, 10.0, 0.1, 1.0 / 3, 1e10, DBL_MAX, DBL_MIN, 255.9375, 1.99999 };
	static const char *const formats[] = { "%a", "%A", "%.0a", "%.1a", "%.3a", "%.13a", "%.15a", "%20a", "%-20a|", "%020a", "%+a", "% a", "%#.0a" };

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
