/* Static locals keep their values; each scope has its own. */
#include <stdio.h>

static int counter(void) { static int n = 10; return n++; }
static int other(void) { static int n; return n += 2; }
static int *address(void) { static int a[3] = { 1, 2, 3 }; return a; }
static int scopes(int k)
{
	static int n = 1;
	{
		static int n = 100;
		n += k;
		if (k > 1) {
			static int n = 1000;
			return n++;
		}
		return n;
	}
}
static const char *ring(int i)
{
	static char buf[2][8];
	static int which;
	char *p = buf[which ^= 1];
	sprintf(p, "<%d>", i);
	return p;
}
static int recursive(int d) { static int depth, most; depth++; if (depth > most) most = depth; if (d) recursive(d - 1); depth--; return most * 10 + depth; }
static struct { int n; int *p; } *self(void) { static struct { int n; int *p; } s = { 5, &s.n }; (*s.p)++; return (void *)&s; }
static int table(int i) { static const int t[] = { 3, 1, 4, 1, 5 }; static const int *const p = t + 1; return p[i]; }
inline static int in(void) { static int n = 7; return n--; }

int main(void)
{
	printf("%d ", counter());
	printf("%d ", counter());
	printf("%d %d ", other(), counter());
	printf("%d\n", other());
	address()[1]++;
	printf("%d\n", address()[1]);
	printf("%d ", scopes(1));
	printf("%d ", scopes(2));
	printf("%d ", scopes(2));
	printf("%d\n", scopes(0));
	const char *a = ring(1), *b = ring(2);
	printf("%s %s ", a, b);
	ring(3);
	printf("%s\n", a);
	printf("%d %d\n", recursive(4), recursive(2));
	self();
	printf("%d\n", *(int *)self());
	printf("%d %d\n", table(0), table(-1));
	printf("%d ", in());
	printf("%d\n", in());
	for (int i = 0; i < 3; i++) { static int s; s += i; printf("%d ", s); }
	printf("\n");
	return 0;
}
