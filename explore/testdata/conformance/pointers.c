/* Pointer arithmetic, comparison, differences, arrays of arrays. */
#include <stdio.h>
int grid[3][4] = { { 1, 2, 3, 4 }, { 5, 6 }, { [3] = 9 } };
int sum(int (*p)[4], int n) { int s = 0; for (int i = 0; i < n; i++) for (int j = 0; j < 4; j++) s += p[i][j]; return s; }
struct list { int v; struct list *next; };
int main(void)
{
	int a[10], *p = a, *q = &a[7];
	for (int i = 0; i < 10; i++) a[i] = i * i;
	printf("%ld %d %d %d\n", q - p, p < q, *(q - 2), q[-3]);
	p += 3; printf("%d %d ", *p++, *p); printf("%d ", *--p); printf("%d\n", *(2 + p));
	printf("%d %d\n", sum(grid, 3), (*(grid + 2))[3]);
	int (*r)[4] = grid; r++; printf("%d %ld\n", **r, (long)((char *)r - (char *)grid));
	struct list l[3] = { { 1, &l[1] }, { 2, l + 2 }, { 3 } };
	int t = 0; for (struct list *x = l; x; x = x->next) t = t * 10 + x->v; printf("%d\n", t);
	printf("%ld\n", &l[2] - &l[0]);
	char *s = "hello", **ss = &s; printf("%c %c %s\n", s[1], (*ss)[4], *ss + 2);
	printf("%c%c\n", 3["abcdef"], *("xyz" + 1));
	void *v = a; v = (char *)v + sizeof(int) * 2; printf("%d\n", *(int *)v);
	int *end = a + sizeof a / sizeof *a; t = 0; while (end > a) t += *--end; printf("%d\n", t);
	long off = -2; printf("%d\n", q[off]); unsigned char k = 3; printf("%d\n", a[k]); printf("%d\n", *(&a[5] - k));
	int **pp = (int *[]){ a, a + 1, q }; printf("%d %d\n", *pp[1], *pp[2]);
	printf("%d\n", !p == 0 && p != 0);
	return 0;
}
