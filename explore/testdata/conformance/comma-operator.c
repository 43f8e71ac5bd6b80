/* The comma operator: order, value and type. */
#include <stdio.h>

static int trace(int n) { printf("<%d>", n); return n; }

int main(void)
{
	int a, b, c;
	a = (trace(1), trace(2), trace(3));
	b = trace(4), c = trace(5);
	printf(" %d %d %d\n", a, b, c);
	for (a = 0, b = 9; a < b; a += 2, b--)
		trace(a * b);
	printf("\n");
	printf("%zu %zu\n", sizeof(a, 'c'), sizeof((char)1, 2L));
	int v[] = { (1, 2), (3, 4) };
	printf("%d %d\n", v[0], v[1, 0]);
	char s[4] = "abc";
	printf("%zu %c\n", sizeof(0, s), *(0, s));
	struct p { int x, y; } p = { 1, 2 };
	printf("%d\n", (trace(6), p).y);
	if (a = 0, b = 1)
		printf("%d %d\n", a, b);
	while (trace(a), a++ < 2)
		;
	printf("\n");
	*(a = 5, &b) = 8;
	printf("%d %d\n", a, b);
	printf("%d\n", (a++, a) + (b--, b));
	double d = (1.5, 2);
	(void)(a = 1, b = 2);
	return a ? (void)trace(7), printf(" %g\n", d), 0 : 1;
}
