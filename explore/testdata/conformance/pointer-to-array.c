/* Pointers to arrays, also as results and in structures. */
#include <stdio.h>

typedef int row[4];
static row table[3] = { { 1, 2, 3, 4 }, { 5, 6, 7, 8 }, { 9, 10, 11, 12 } };
static row *line(int i) { return &table[i]; }
static int (*other(int i))[4] { return table + i; }
static char (*const word)[6] = &"hello";
struct holder { row *p; int (*(*get)(int))[4]; };

int main(void)
{
	row *p = table;
	int (*q)[3][4] = &table;
	printf("%d %d %d\n", (*p)[1], p[1][1], (*q)[2][3]);
	p++;
	printf("%d %zu %zu\n", **p, sizeof *p, sizeof *q);
	printf("%d %d\n", (*line(2))[0], other(1)[0][2]);
	printf("%s %zu\n", *word, sizeof *word);
	struct holder h = { table + 2, other };
	printf("%d %d\n", (*h.p)[1], (*h.get(0))[3]);
	int *e = *p;
	e[0] = 50;
	(*p)[1] += e[0];
	printf("%d %d\n", table[1][0], table[1][1]);
	printf("%td %td\n", line(2) - line(0), &(*p)[3] - *p);
	char s[2][3] = { "ab", "cd" };
	char (*t)[3] = s + 1;
	printf("%s %c\n", *t, t[-1][0]);
	const row *c = p;
	printf("%d\n", (*c)[2]);
	return 0;
}
