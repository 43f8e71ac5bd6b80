/* The order in which gcc -O0 evaluates operands and arguments. */
#include <stdio.h>

static int t(int n) { printf("%d ", n); return n; }
static int *p(int n) { static int a[20]; printf("p%d ", n); a[n] = n; return &a[n]; }
struct s { int a, b; };
static struct s st(int n) { printf("s%d ", n); return (struct s){ n, n }; }
static int f(int a, int b, int c) { return a * 100 + b * 10 + c; }
static int g(int n, ...) { return n; }
static int (*fn(int n))(int, int, int) { printf("f%d ", n); return f; }
static void by(struct s a, int b, struct s c) { printf("= %d %d %d\n", a.a, b, c.b); }

int main(void)
{
	printf("= %d\n", f(t(1), t(2), t(3)));
	printf("= %d\n", t(1) + t(2) * t(3));
	printf("= %d\n", (t(1) - t(2)) * (t(3) - t(4)));
	printf("= %d\n", t(1) < t(2));
	*p(1) = t(2);
	printf("\n");
	*p(3) += t(4);
	printf("\n");
	p(5)[t(0)] = *p(6) + t(7);
	printf("\n");
	printf("= %d\n", fn(1)(t(2), t(3), t(4)));
	printf("= %d\n", g(t(1), t(2), (double)t(3), t(4)));
	by(st(1), t(2), st(3));
	int a[] = { t(1), t(2), t(3) };
	printf("\n");
	struct s s = { t(4), t(5) };
	printf("\n= %d\n", f(f(t(1), t(2), t(3)), t(4), f(t(5), t(6), t(7))));
	printf("= %d\n", t(0) && t(1) || t(2) ? t(3) : t(4));
	printf("= %d\n", (t(1), t(2)));
	printf("= %d\n", t(2) << t(1) | t(4) & t(6) ^ t(1));
	a[t(0)] = a[t(1)] = a[t(2)] = t(9);
	printf("\n");
	int i = 1;
	i = i++ + 5;
	printf("%d\n", i);
	i = 2;
	int k = i + (i = 5);
	printf("%d\n", k);
	i = 3;
	k = i++ * 10 + i;
	printf("%d %d\n", k, i);
	i = 1;
	k = f(i++, i++, i++);
	printf("%d\n", k);
	*p(t(1)) = *p(t(2)) + s.a + a[0];
	printf("\n= %g\n", t(1) + (double)t(2) / t(3));
	return 0;
}
