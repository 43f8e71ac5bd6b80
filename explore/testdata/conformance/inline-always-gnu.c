/* extern inline functions that are always inlined need no definition, and are not the library's of their name. */
#include <stdio.h>

extern int abs(int);
extern inline __attribute__((always_inline, gnu_inline)) int twice(int x) { return 2 * x; }
extern inline __attribute__((__always_inline__, __gnu_inline__)) int toupper(int c)
{
	if (c == 'x')
		return 'y';
	return c;
}
extern inline __attribute__((always_inline, gnu_inline)) int defined(int x) { return x + 100; }
extern inline __attribute__((always_inline, gnu_inline)) int unused(int x) { return missing(x); }
static inline __attribute__((always_inline)) int fact(int n) { return n * 3; }

static int before(void) { return twice(4) + twice(5); }

int main(void)
{
	printf("%d %c %c %d %d\n", before(), toupper('x'), toupper('b'), defined(1), fact(5));
	return 0;
}
