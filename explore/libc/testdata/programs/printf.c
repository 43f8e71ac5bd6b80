/* Formatted output, compared with the native C library. */
#include <limits.h>
#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static void ints(void)
{
	static const long values[] = { 0, 1, -1, 7, 42, -99999, INT_MAX, INT_MIN, LONG_MAX, LONG_MIN };
	for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
		long v = values[i];
		printf("[%ld] [%8ld] [%-8ld] [%+ld] [% ld] [%020ld] [%.5ld] [%10.4ld] [%.0ld]\n", v, v, v, v, v, v, v, v, v);
		printf("[%lu] [%lx] [%#lX] [%lo] [%#lo] [%#.3lx] [%hhd] [%hd] [%d]\n", v, v, v, v, v, v, (signed char)v, (short)v, (int)v);
	}
	printf("%*d|%-*d|%.*d|%*d\n", 6, 42, 6, 42, 4, 42, -6, 42);
	printf("%2$s %1$s %2$s\n", "world", "hello");
	printf("%zu %td %jd %p %c%c %%\n", (size_t)-1, (ptrdiff_t)-5, (intmax_t)1 << 62, (void *)0x1234, 'a', 'b');
}

static void strings(void)
{
	int n;
	printf("[%s] [%10s] [%-10s] [%.3s] [%10.2s] [%s]%n", "text", "text", "text", "text", "text", "", &n);
	printf(" %d\n", n);
	char b[8];
	n = snprintf(b, sizeof b, "%s", "longer than that");
	printf("%d [%s] %d\n", n, b, snprintf(NULL, 0, "%d%s", 123, "abc"));
}

static void floats(void)
{
	static const double values[] = { 0.0, -0.0, 1.0, -1.5, 0.1, 123456789.0, 1e100, 1e-100, 3e-308, 1.7976931348623157e308, 2.5, 3.5, 1024.0 / 3 };
	for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
		double v = values[i];
		printf("[%f] [%e] [%g] [%.0f] [%.3e] [%.10g] [%#g] [%+f] [%015.3f] [%a] [%.2a]\n", v, v, v, v, v, v, v, v, v, v, v);
		printf("[%.17g] [%G] [%-20.5fx]\n", v, v, v);
	}
	printf("%f %F %e %g\n", INFINITY, -INFINITY, INFINITY, INFINITY);
	printf("%.2f%% of %.1f KB at %3.2g s\n", 33.333, 1234.5, 0.00012345);
}

static void longs(void)
{
	static const long double values[] = { 0.0L, 1.0L, -1.5L, 0.1L, 3.14159265358979323846L, 1e4000L, 1e-4000L, 18446744073709551615.0L };
	char b[6000];
	for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
		snprintf(b, sizeof b, "[%.20Lg] [%.15Le] [%Lg] [%.3Lf]", values[i], values[i], values[i], i < 5 ? values[i] : 0.5L);
		puts(b);
	}
}

int main(void)
{
	ints();
	strings();
	floats();
	longs();
	fflush(stdout);
	fprintf(stderr, "to stderr %d\n", 1);
	return 3;
}
