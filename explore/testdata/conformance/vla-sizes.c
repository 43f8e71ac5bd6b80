/* Arrays of variable length: sizeof, several dimensions, in loops. */
#include <stdio.h>
#include <string.h>

static int evaluated;
static int count(int n) { evaluated++; return n; }

int main(void)
{
	int n = 5, m = 3;
	int a[n], b[n][m], c[2][n], d[n][2][m];
	printf("%zu %zu %zu %zu %zu %zu\n", sizeof a, sizeof b, sizeof b[0], sizeof c, sizeof d, sizeof **d);
	n = 100;
	printf("%zu %zu\n", sizeof a, sizeof b[1]);
	for (int i = 0; i < 5; i++)
		for (int j = 0; j < 3; j++)
			b[i][j] = a[i] = i * 10 + j;
	printf("%d %d %d\n", b[4][2], a[3], *(*(b + 2) + 1));
	printf("%td %td\n", &b[3] - &b[1], (char *)&b[3] - (char *)b);
	for (int k = 1; k < 5; k++) {
		char s[k * 2];
		memset(s, 'a' + k, sizeof s - 1);
		s[sizeof s - 1] = 0;
		printf("%s ", s);
		if (k == 3)
			continue;
	}
	printf("\n");
	char e[count(4)][count(2)];
	printf("%zu %d\n", sizeof e, evaluated);
	printf("%zu %d\n", sizeof(char[count(9)]), evaluated);
	printf("%zu ", sizeof(e[count(0)]));
	printf("%d\n", evaluated);
	typedef int row[m];
	m = 50;
	row r, *p = &r;
	printf("%zu %zu\n", sizeof r, sizeof *p);
	int (*q)[m] = (int (*)[m])a;
	printf("%zu %zu\n", sizeof q, sizeof *q);
	struct { int x; char y; } s[m];
	s[49].x = 7;
	printf("%zu %d\n", sizeof s, s[m - 1].x);
	int again = 0;
back:;
	int v[again + 2];
	v[again + 1] = again;
	printf("%zu ", sizeof v);
	if (again++ < 3)
		goto back;
	printf("%d\n", v[4]);
	return 0;
}
