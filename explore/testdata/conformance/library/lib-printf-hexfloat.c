/* printf: %a of doubles, denormal ones too, and of long doubles. */
#include <float.h>
#include <stdio.h>
#include <wchar.h>

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
	static const double small[] = { 5e-324, 1e-310, -2.2e-308, 1.5e-323 };
	for (int v = 0; v < 4; v++) printf("%a %.0a %.3a %20.14a|\n", small[v], small[v], small[v], small[v]);
	static const long double longs[] = { 0, 1, -1.5L, 1.0L / 3, 1e4000L, 0x1p-16440L, -0xf.fffp-16388L, LDBL_MAX, LDBL_MIN, 15.99L, 0.1L };
	for (int v = 0; v < 11; v++) printf("%La %.0La %.1La %.3LA %.14La %25La|\n", longs[v], longs[v], longs[v], longs[v], longs[v], longs[v]);
	wchar_t w[100];
	swprintf(w, 100, L"%a %La %.2a %12.2La", 0.1, 0.1L, 1e-310, 1 / 3.0L);
	printf("%ls\n", w);
	return 0;
}
