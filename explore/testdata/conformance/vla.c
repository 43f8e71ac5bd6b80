/* Arrays of variable size and alloca. */
#include <stdio.h>
#include <string.h>
#include <alloca.h>
static int sum(int n, int m, int a[n][m]) { int s = 0; for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) s = s * 2 + a[i][j]; return s; }
static void fill(int n, int *a) { int t[n]; for (int i = 0; i < n; i++) t[i] = i * n; memcpy(a, t, sizeof t); }
static size_t size(int n) { typedef int T[n + 1]; n = 100; T x; return sizeof x + sizeof(T); }
int main(void)
{
	for (int n = 1; n < 5; n++) { int a[n]; fill(n, a); char b[n * 2 + 1]; snprintf(b, sizeof b, "%d%d%d", a[0], a[n - 1], n); printf("%s %zu %zu\n", b, sizeof a, sizeof b); }
	int r = 2, c = 3; int g[r][c]; for (int i = 0; i < r; i++) for (int j = 0; j < c; j++) g[i][j] = i ^ j; printf("%d %zu %zu\n", sum(r, c, g), sizeof g, sizeof g[0]);
	int (*p)[c] = g; p++; printf("%d %ld\n", (*p)[1], (long)((char *)(p + 1) - (char *)p)); printf("%zu\n", size(4));
	char *s = alloca(10); strcpy(s, "alloca"); puts(s); char *t = __builtin_alloca(r * 8); memset(t, 'x', r * 8); printf("%.16s\n", t);
	int k = 5; size_t z = sizeof(int[k++]); printf("%zu %d\n", z, k); printf("%ld\n", &g[1] - &g[0]);
	return 0;
}
