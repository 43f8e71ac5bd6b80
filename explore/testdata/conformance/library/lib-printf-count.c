/* printf: %n in every width, and what printf returns. */
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

int main(void)
{
	int a = -1;
	signed char b = -1;
	short c = -1;
	long d = -1;
	long long e = -1;
	intmax_t f = -1;
	size_t g = 77;
	ptrdiff_t h = -1;

	int n = printf("12345%n67%hhn890%hn abc%ln%lln\n%jn%zn%tn", &a, &b, &c, &d, &e, &f, &g, &h);
	printf("%d: %d %d %d %ld %lld %jd %zu %td\n", n, a, b, c, d, e, f, g, h);
	n = printf("%s%d%c\n", "abc", 12345, 'x');
	printf("%d\n", n);
	n = printf("");
	printf("%d\n", n);
	n = printf("%5d%n|%-8s%hn|\n", 1, &a, "z", &c);
	printf("%d %d %d\n", n, a, c);
	return 0;
}
