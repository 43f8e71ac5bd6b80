/* long double: arithmetic, comparison, storage, printing. */
#include <stdio.h>
#include <math.h>
#include <float.h>
#include <string.h>

struct s { char c; long double l; long double v[2]; };
static long double g = 1.0L / 3;
static long double sum(int n, long double *p) { long double s = 0; while (n--) s += *p++; return s; }
static struct s make(long double l) { return (struct s){ 'x', l, { -l, l * l } }; }

int main(void)
{
	volatile long double x = 0.1L, y = 3;
	printf("%.21Lg %.21Lg %.21Lg %.21Lg\n", x + y, x - y, x * y, x / y);
	printf("%.21Lg %.21Lg\n", x, g);
	printf("%Lf %Le %Lg %.0Lf %10.3Lf|%-12.2Le|\n", y, x, x * 1e20L, 2.5L, y, x);
	printf("%d%d%d%d%d%d %d\n", x < y, x <= y, x > y, x >= y, x == y, x != y, x == 0.1);
	long double v[] = { 1, 2.5f, 0.1, x };
	printf("%.20Lg %zu\n", sum(4, v), sizeof v);
	struct s s = make(1.5L), t = s;
	printf("%Lg %Lg %Lg %zu\n", t.l, t.v[0], s.v[1], sizeof s);
	x += 1;
	x *= 2;
	x -= 0.5f;
	x /= 3;
	printf("%.20Lg ", x++);
	printf("%.20Lg %.20Lg\n", --x, -x);
	printf("%d %d %d\n", !x, x && 1, (int)(x * 100));
	printf("%Lg %Lg %Lg\n", sqrtl(2), fabsl(-x), floorl(-1.5L));
	printf("%Lg %Lg\n", LDBL_MAX, LDBL_MIN);
	printf("%d %d\n", LDBL_MAX * 2 > LDBL_MAX, (double)LDBL_MAX > DBL_MAX);
	long double big = 18446744073709551615.0L;
	printf("%.0Lf %lu\n", big + 2, (unsigned long)big);
	int i = 5;
	i *= 1.3L;
	unsigned char c = 250;
	c += 10.9L;
	printf("%d %d\n", i, c);
	long double *p = &s.v[0];
	*p++ += 2;
	printf("%Lg %Lg %td\n", s.v[0], *p, p - s.v);
	printf("%Lg\n", x > 1 ? x : 1);
	union { long double l; unsigned char b[16]; } u;
	memset(&u, 0, sizeof u);
	u.l = -1;
	for (int k = 0; k < 10; k++)
		printf("%02x", u.b[k]);
	printf("\n");
	return x;
}
