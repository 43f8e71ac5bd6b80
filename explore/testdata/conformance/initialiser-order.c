/* Initialisers of automatic objects are evaluated in order; what is left out is zero. */
#include <stdio.h>

static int n;
static int next(void) { return ++n; }
struct s { int a, b; struct { int c[3]; } d; char e[4]; };

int main(void)
{
	int a[4] = { next(), next() };
	struct s s = { next(), next(), { { next() } }, "ab" };
	struct s t = { .d.c[1] = next(), .a = next() };
	printf("%d %d %d %d\n", a[0], a[1], a[2], a[3]);
	printf("%d %d %d %d %d %s\n", s.a, s.b, s.d.c[0], s.d.c[1], s.d.c[2], s.e);
	printf("%d %d %d\n", t.d.c[1], t.a, t.b);
	int b[2][2] = { next(), next(), next(), next() };
	printf("%d %d %d %d\n", b[0][0], b[0][1], b[1][0], b[1][1]);
	struct s u = s, v[] = { s, { 1 }, t };
	printf("%d %d %d %zu\n", u.b, v[0].a, v[2].d.c[1], sizeof v / sizeof *v);
	char c[] = "string", d[3] = "string", e[10] = { "brace" }, *f = { "pointer" };
	printf("%zu %.3s %s %s %d\n", sizeof c, d, e, f, e[9]);
	int x = { 5 }, y = { { 6 } };
	printf("%d %d\n", x, y);
	double g[3] = { 1, 2.5f };
	printf("%g %g %g\n", g[0], g[1], g[2]);
	for (int i = 0; i < 2; i++) {
		int z[3] = { i };
		z[1] += i + 1;
		z[2]++;
		printf("%d %d %d\n", z[0], z[1], z[2]);
	}
	union { char c; int i; } q = { 1 };
	printf("%d\n", q.c);
	struct { int k; int *p; } self = { 3, &self.k };
	int w = w = 4;
	printf("%d %d\n", *self.p, w);
	struct s empty = {};
	printf("%d %d\n", empty.b, empty.e[3]);
	return 0;
}
