/* Arrays of arrays: layout, decay, initialisers, parameters. */
#include <stdio.h>

static int a[2][3][4] = { { { 1, 2 }, { 3 } }, { [2] = { [3] = 9 } } };
static char names[][6] = { "one", "two", "three", { 'f', 'o', 'u', 'r' } };
static int flat[2][2] = { 1, 2, 3, 4 };

static int trace(int m[3][3]) { return m[0][0] + m[1][1] + m[2][2]; }
static int sum(int (*m)[4], int n) { int s = 0; for (int i = 0; i < n; i++) for (int j = 0; j < 4; j++) s += m[i][j]; return s; }
static int total(int n, const int m[const static 2][n]) { int s = 0; for (int i = 0; i < 2 * n; i++) s += (*m)[i]; return s; }

int main(void)
{
	for (int i = 0; i < 2; i++)
		for (int j = 0; j < 3; j++)
			a[i][j][2] = 10 * i + j;
	printf("%d %d %d %d\n", a[0][0][0], a[0][1][0], a[1][2][3], a[1][1][2]);
	printf("%d %d\n", sum(a[0], 3), sum(a[1], 3));
	printf("%d %d\n", sum(*a + 1, 1), *(*(*(a + 1) + 2) + 3));
	printf("%d %d %d\n", (int)(&a[1] - &a[0]), (int)(a[1] - a[0]), (int)(a[1][0] - a[0][0]));
	printf("%d\n", (int)((char *)&a[1][2][3] - (char *)a));
	int m[3][3] = { { 1 }, { 0, 2 }, { [2] = 3 } };
	printf("%d %d\n", trace(m), total(2, flat));
	int (*row)[3] = m, *p = &m[0][0];
	row++;
	printf("%d %d %d\n", (*row)[1], row[1][2], p[8]);
	for (unsigned i = 0; i < sizeof names / sizeof *names; i++)
		printf("%s %zu;", names[i], sizeof names[i]);
	printf("\n%d %d\n", flat[1][0], 1[flat][1]);
	int (*whole)[3][3] = &m;
	(*whole)[2][0] = 7;
	printf("%d %d\n", m[2][0], (int)sizeof *whole);
	return 0;
}
