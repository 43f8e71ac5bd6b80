/* && || ! ?: and what they evaluate. */
#include <stdio.h>
static int calls; static int t(int v) { calls = calls * 10 + v; return v; }
struct s { int a; struct s *n; };
int main(void)
{
	int a = 0, b = 5, c = 7; struct s x = { 3 }, *p = 0;
	printf("%d %d %d %d\n", a && b, b && c, a || b, a || 0);
	if (t(1) && t(0) && t(2) || t(3)) printf("yes %d\n", calls);
	printf("%d\n", p && p->a); p = &x; printf("%d\n", p && p->a == 3 && !p->n); printf("%d\n", !p || (p->n && p->n->a) || b > 4 && c > 6);
	calls = 0; int r = (a || t(4)) && (b && t(0)); printf("%d %d\n", r, calls);
	r = b > 3 ? c < 3 ? 1 : 2 : 3; printf("%d %d\n", r, a ? b : c ? 8 : 9);
	printf("%d %d\n", b ?: 4, a ?: 6); char *s = 0; printf("%s\n", s ?: "null");
	r = a && b ? t(5) : (a || c); printf("%d\n", r);
	while (a < 3 && b) { a++; if (!(a & 1) || b == 4) b--; } printf("%d %d\n", a, b);
	long l = 1L << 32; printf("%d %d\n", l && 1, !l); if (l) puts("long"); double d = 0.0; printf("%d %d\n", !d, d || 0.1);
	unsigned char uc = 0; if (!uc && (uc = 3, uc)) printf("%d\n", uc);
	int v = (a == 3) + (b != 9) * 2 + (a < b) * 4 + (a >= 3) * 8; printf("%d\n", v);
	r = (a && b) == (c && 1); printf("%d %d\n", r, (a || b) + (c && b) + !(a && b));
	printf("%d\n", (a && b && c && 0) || (a && (b || c) && !(a && !c)));
	for (int i = 0; i < 8; i++) { int x = i & 1, y = i & 2, z = i & 4; printf("%d%d%d ", x && y || z, x && (y || z), !(x || y) && z); } putchar('\n');
	calls = 0; t(1) ? t(2) : t(3); a && t(9); b || t(8); printf("%d\n", calls);
	_Bool q = c; q = q && b; printf("%d %d\n", q, q ^ 1);
	return a && b ? 1 : 2;
}
