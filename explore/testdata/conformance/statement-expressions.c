/* GNU statement expressions. */
#include <stdio.h>

#define MAX(a, b) ({ __typeof__(a) _a = (a); __typeof__(b) _b = (b); _a > _b ? _a : _b; })
struct s { int a, b; };
static int early(int n) { int r = ({ if (n > 5) return -1; n * 2; }); return r + 1; }
static int jump(int n) { int s = 0; for (int i = 0; i < n; i++) s += ({ if (i == 3) continue; if (i == 6) break; i; }); return s; }
static int out(int n) { int x = 1 + ({ if (n) goto away; 5; }); return x; away: return 99; }

int main(void)
{
	int x = 3, y = 4;
	printf("%d %d\n", MAX(x++, y), x);
	printf("%g\n", MAX(1.5, x));
	printf("%d %d %d\n", early(4), early(6), jump(10));
	printf("%d %d\n", out(0), out(1));
	struct s s = ({ struct s t = { 1, 2 }; t.a += 10; t; });
	printf("%d %d %d\n", s.a, s.b, ({ s; }).b);
	({ x = 50; (void)0; });
	printf("%d\n", x);
	int n = ({ int sum = 0; for (int i = 0; i < 5; i++) sum += ({ int sq = i * i; sq; }); sum; });
	printf("%d\n", n);
	if (({ int k = x; k == 50; }))
		printf("yes\n");
	while (({ x -= 20; x > 0; }))
		printf("%d ", x);
	printf("\n");
	const char *str = ({ "string"; });
	printf("%s %zu\n", str, sizeof({ char c = 1; c; }));
	int a[({ 3; })];
	printf("%zu\n", sizeof a / sizeof *a);
	long double ld = ({ long double t = 0.5L; t * 3; });
	printf("%Lg %d\n", ld, ({ ({ ({ 7; }); }); }));
	printf("%d\n", ({ switch (y) { case 4: y = 40; } y; }) + ({ y; }));
	({ ; });
	return ({ lab: if (y-- > 38) goto lab; y; });
}
