/* Initialisers: designators, nesting, brace elision, strings, ranges. */
#include <stdio.h>
struct p { int x, y; };
struct q { int n; struct p p[3]; char s[5]; union { int i; char c; } u; };
static struct q g = { 1, { [1] = { .y = 7 }, { 8, 9 } }, "abc", { .c = 'z' } };
static int a[] = { 1, [5] = 6, 7, [2] = 3 }, b[3][2] = { 1, 2, 3 }, r[8] = { [2 ... 4] = 5, 6 };
static char s1[] = "hi", s2[2] = "hi", *s3[] = { "one", "two", [3] = "four" }, s4[2][4] = { "ab", "cde" };
static struct { struct p *p; int *q; char *c; int (*f)(const char *, ...); long l; } ptrs = { &g.p[1], &a[2] + 1, s1 + 1, printf, (long)&b[1] };
static struct flex { int n; int v[]; } fl = { 3, { 1, 2, 3 } };
static double d[] = { 1, 2.5f, -3e2 }; static float f = 1.0 / 3; static long double ld = 0.1L; static _Bool bo = 7;
static const struct p cp = { .x = 4 };
int main(void)
{
	struct q l = { .s = { 'x', 'y' }, .p[2].x = 5, .n = g.n + 1 };
	int v[4] = { l.n, [3] = l.n * 2 }, e[2] = {};
	printf("%d %d %d %d %s %c\n", g.n, g.p[0].x, g.p[1].y, g.p[2].y, g.s, g.u.c);
	for (unsigned i = 0; i < sizeof a / sizeof *a; i++) printf("%d ", a[i]);
	for (int i = 0; i < 6; i++) printf("%d ", b[0][i]);
	for (int i = 0; i < 8; i++) printf("%d ", r[i]);
	printf("\n%zu %zu %.2s %s %s %d %s %s\n", sizeof s1, sizeof s2, s2, s3[0], s3[3], s3[2] == 0, s4[0], s4[1]);
	printf("%d %d %s %d %d\n", ptrs.p->y, *ptrs.q, ptrs.c, ptrs.f == printf, ptrs.l == (long)b[1]);
	printf("%d %d %d %zu\n", fl.n, fl.v[2], cp.x, sizeof(struct flex));
	printf("%g %g %g %.9g %.20Lg %d\n", d[0], d[1], d[2], f, ld, bo);
	printf("%d %d %s %d %d %d\n", l.n, l.p[2].x, l.s, l.p[0].x, v[0] + v[3], v[1] + e[1]);
	struct p arr[] = { { 1, 2 }, [3] = { .x = l.n }, }; printf("%zu %d %d\n", sizeof arr, arr[3].x, arr[2].y);
	int *cl = (int[]){ 4, 5, l.n }; printf("%d %d\n", cl[2], ((struct p){ 6, cl[1] }).y);
	for (int i = 0; i < 2; i++) { int z[3] = { i }; z[1]++; printf("%d%d ", z[0], z[1]); }
	char big[20] = "start"; for (int i = 0; i < 20; i++) printf("%d", big[i] != 0); putchar('\n');
	union { struct { short lo, hi; }; int all; } un = { { 1, 2 } }; printf("%x\n", un.all);
	static int count; static int *cp2 = &count; ++*cp2; printf("%d\n", count);
	return 0;
}
