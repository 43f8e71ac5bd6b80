/* GNU a ?: b evaluates a once. */
#include <stdio.h>

static int calls;
static int f(int n) { calls++; return n; }
static const char *name(const char *s) { return s ?: "none"; }

int main(void)
{
	printf("%d %d\n", f(5) ?: 7, calls);
	printf("%d %d\n", f(0) ?: 7, calls);
	printf("%s %s\n", name("some"), name(0));
	double d = 0.0;
	printf("%g %g\n", d ?: 2.5, 1.5 ?: 9);
	printf("%ld\n", (long)(f(-1) ?: 5u));
	int x = 0;
	printf("%d ", x++ ?: 100);
	printf("%d ", x++ ?: 100);
	printf("%d\n", x);
	unsigned char c = 200;
	printf("%zu %d\n", sizeof(c ?: c), (c ?: 1) + 100);
	long double ld = 0;
	printf("%Lg %Lg\n", ld ?: 4.5L, (ld = 3) ?: 4.5L);
	printf("%d\n", 0 ?: 0 ?: f(3) ?: f(4));
	int *p = 0, y = 9;
	printf("%d\n", *(p ?: &y));
	printf("%d\n", calls);
	return x ?: 3;
}
