/* Arrays of variable length as parameters. */
#include <stdio.h>

static int sum(int n, int m, int a[n][m]) { int s = 0; for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) s += a[i][j] * (i + 1); return s; }
static int proto(int n, int a[*][*]);
static int proto(int n, int a[n][n]) { return a[n - 1][n - 1] + (int)sizeof *a; }
static void transpose(int n, int m, double from[n][m], double to[m][n]) { for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) to[j][i] = from[i][j]; }
static int cube(int n, int (*a)[n][n]) { return a[1][0][1] + (int)(sizeof *a / sizeof ***a); }
static int effect(int *n, int a[][(*n)++]) { return *n + (int)sizeof *a; }
static int last(int n, const char s[static n + 1]) { return s[n - 1]; }
static int old(n, a) int n; int a[n][2]; { return a[n - 1][1]; }

int main(void)
{
	int n = 2, m = 3;
	int a[2][3] = { { 1, 2, 3 }, { 4, 5, 6 } };
	printf("%d\n", sum(n, m, a));
	int b[m][m];
	for (int i = 0; i < m * m; i++)
		(&b[0][0])[i] = i;
	printf("%d %d\n", proto(m, b), sum(m, m, b));
	double f[n][m], t[m][n];
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++)
			f[i][j] = i + j / 10.0;
	transpose(n, m, f, t);
	printf("%g %g\n", t[2][1], t[0][1]);
	int c[3][2][2] = { { { 0 } }, { { 5, 6 }, { 7, 8 } } };
	printf("%d\n", cube(2, c));
	int k = 4;
	printf("%d %d\n", effect(&k, 0), k);
	printf("%c %d\n", last(3, "abc"), old(2, b));
	return 0;
}
