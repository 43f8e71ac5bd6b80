/* Functions through pointers of other types, converted back; and without prototypes. */
#include <stdio.h>
#include <stdint.h>

typedef void (*any)(void);
static int square(int x) { return x * x; }
static double half(double x) { return x / 2; }
static char narrow(char c) { return c + 1; }
static long wide(long a, char b, short c) { return a + b + c; }
static int old();

int main(void)
{
	any f[] = { (any)square, (any)half, (any)narrow, (any)wide };
	printf("%d %g\n", ((int (*)(int))f[0])(9), ((double (*)(double))f[1])(5));
	printf("%d\n", ((char (*)(char))f[2])('a'));
	printf("%ld\n", ((long (*)(long, char, short))f[3])(1L << 40, -1, -2));
	void *v = (void *)square;
	uintptr_t u = (uintptr_t)half;
	printf("%d %g\n", ((int (*)(int))v)(4), ((double (*)(double))u)(1));
	printf("%d\n", f[0] == (any)square);
	int (*k)() = square;
	printf("%d\n", k(12));
	k = old;
	printf("%d\n", k(3, 2.5));
	double (*volatile p)(double) = half;
	printf("%g %g\n", p(3), (*p)(7));
	return 0;
}

static int old(n, d)
	int n;
	double d;
{
	return n * d;
}
