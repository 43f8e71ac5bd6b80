/* Tables of functions, functions as arguments and results. */
#include <stdio.h>
#include <stdlib.h>

typedef int binary(int, int);
static int add(int a, int b) { return a + b; }
static int sub(int a, int b) { return a - b; }
static int mul(int a, int b) { return a * b; }
static binary *const table[] = { add, sub, mul, &add };
struct op { const char *name; binary *f; struct { void (*done)(const char *); } more; };
static void report(const char *s) { printf("done %s\n", s); }
static const struct op ops[] = { { "add", add, { report } }, { "sub", sub }, { .f = mul, .name = "mul" } };
static int apply(binary f, int a, int b) { return f(a, b); }
static int (*choose(char c))(int, int) { return c == '+' ? add : c == '-' ? sub : mul; }
static binary *self(binary *f) { return f; }
static int compare(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }

int main(void)
{
	for (unsigned i = 0; i < sizeof table / sizeof *table; i++)
		printf("%d %d\n", table[i](7, 3), (*table[i])(i, i));
	for (unsigned i = 0; i < 3; i++) {
		printf("%s %d\n", ops[i].name, apply(ops[i].f, 5, 2));
		if (ops[i].more.done)
			ops[i].more.done(ops[i].name);
	}
	printf("%d %d %d\n", choose('+')(1, 2), choose('-')(1, 2), (*choose('*'))(3, 4));
	printf("%d %d\n", (**self)(add)(1, 1), (****add)(2, 2));
	int (*p)(int, int) = 0;
	printf("%d\n", p == NULL);
	p = choose('-');
	printf("%d %d\n", p == sub, p != table[1]);
	printf("%d\n", (p ? p : add)(10, 4));
	int v[] = { 5, 3, 9, 1 };
	qsort(v, 4, sizeof *v, compare);
	printf("%d %d %d %d\n", v[0], v[1], v[2], v[3]);
	return 0;
}
