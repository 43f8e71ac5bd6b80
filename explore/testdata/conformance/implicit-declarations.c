/* Functions that are not declared return int; conversions without casts that gcc warns of only. */
#include <stdio.h>

int main(void)
{
	printf("%d %d\n", undeclared(3, 4), twice(5));
	int *p = 0;
	long l = 5;
	int n = l * 1.5;
	char *s = (unsigned char *)"text";
	const char *t = s;
	char *u = t;
	int v[3] = { 1, 2, 3 };
	p = &v;
	printf("%d %d %s\n", n, *p, u);
	unsigned char *uc = u;
	long addr = p;
	p = addr;
	int ok = p == &v[0];
	void *q = main;
	printf("%d %d %c\n", ok, q != 0, *uc);
	short sh = 70000;
	float f = 1e40;
	unsigned un = -1;
	printf("%d %g %u\n", sh, f, un);
	enum { A, B } e = 2.7;
	_Bool b = "string";
	printf("%d %d\n", e, b);
	if (n = 0)
		printf("never\n");
	n == 4;
	return 0;
}

int undeclared(int a, int b) { return a * b; }
twice(x) int x; { return 2 * x; }
