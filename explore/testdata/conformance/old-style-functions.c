/* K&R definitions and functions without prototypes: default promotions. */
#include <stdio.h>

static int add(a, b) int a, b; { return a + b; }
static double scale(x, k) float x; short k; { return x * k; }
static int chars(c, u, s) char c; unsigned char u; unsigned short s; { return c + u + s; }
static int defaults(a, b) { return a - b; }
static long mixed(p, n, f, l) const char *p; float f; long l; { return p[n] + (long)f + l; }
static int arrays(a, fn) int a[]; int fn(); { return fn(a[0], a[1]); }
static struct s { int x, y; } rec(s) struct s s; { s.x++; return s; }
static int *pick(a, n) int *a; { return a + n; }
old(x) { return x * 3; }
static noargs() { return 12; }
int later();

int main()
{
	int v[] = { 10, 20 };
	struct s s = { 1, 2 };
	char c = -1;
	float f = 2.5f;
	printf("%d %g %d\n", add(1, 2), scale(f, 3), chars(c, 255, 65535));
	printf("%d %d\n", chars(200, 300, 70000), defaults(5, 3));
	printf("%ld %d %d\n", mixed("abc", 1, 3.9f, 100L), arrays(v, add), rec(s).x);
	printf("%d %d %d %d\n", *pick(v, 1), old(4), noargs(), later(1, 2.5, c));
	int (*fp)() = add;
	printf("%d\n", fp(30, c));
	return 0;
}

int later(i, d, x)
	int i;
	double d;
	char x;
{
	return i + d * 2 + x;
}
