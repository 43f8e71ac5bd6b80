/* Comparing pointers with each other, null and integers. */
#include <stdio.h>
#include <stdint.h>
#include <string.h>

struct s { int a, b; char c[4]; };
static int f(void) { return 1; }
static int g(void) { return 2; }

int main(void)
{
	struct s s, *p = &s, *q = p + 1, *null = 0;
	int x[4];
	printf("%d%d%d%d%d%d\n", p < q, p <= q, p > q, p >= q, p == q, p != q);
	printf("%d%d%d\n", &s.a < &s.b, (void *)&s.c > (void *)&s.b, &x[1] >= x + 1);
	printf("%d%d%d%d\n", !p, !null, p && 1, null || 0);
	printf("%d%d%d\n", p == 0, null == (void *)0, 0 != q);
	printf("%d%d\n", f == g, f == &f);
	printf("%d%d\n", (void *)p == (void *)&s.a, (char *)q - (char *)p == sizeof s);
	printf("%d%d\n", (uintptr_t)p % _Alignof(struct s) == 0, (uintptr_t)p + 4 == (uintptr_t)&s.b);
	int *i = x;
	int n = 0;
	while (i < x + 4)
		*i++ = n++;
	do
		n += *--i;
	while (i > x);
	printf("%d\n", n);
	const char *a = "abc", *b = a + 3;
	for (; b >= a; b--)
		if (b == a + 1)
			break;
	printf("%s %d\n", b, b > a);
	if (null)
		printf("null is true\n");
	printf("%s\n", null ? "yes" : "no");
	printf("%d\n", (intptr_t)null == 0);
	void *v = x;
	printf("%d %d\n", v == x, v == &x[0]);
	return p == null;
}
