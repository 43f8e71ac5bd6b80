/* qsort, bsearch, qsort_r: every size of elements, and many lengths. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct big { char name[20]; int key; };

static int ints(const void *a, const void *b) { return *(const int *)a < *(const int *)b ? -1 : *(const int *)a > *(const int *)b; }
static int chars(const void *a, const void *b) { return *(const unsigned char *)a - *(const unsigned char *)b; }
static int bigs(const void *a, const void *b) { return ((const struct big *)a)->key - ((const struct big *)b)->key; }
static int strings(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }
static int reversed(const void *a, const void *b, void *sign) { return *(int *)sign * ints(a, b); }

int main(void)
{
	unsigned x = 1;

	for (int n = 0; n < 40; n += 3) {
		int v[40];
		for (int i = 0; i < n; i++) v[i] = (int)((x = x * 1103515245 + 12345) >> 16) % 50 - 25;
		qsort(v, n, sizeof *v, ints);
		for (int i = 0; i < n; i++) printf("%d ", v[i]);
		int key = 3, *p = bsearch(&key, v, n, sizeof *v, ints);
		printf("| %d\n", p ? *p : -99);
		int sign = -1;
		qsort_r(v, n, sizeof *v, reversed, &sign);
		for (int i = 0; i < n; i++) printf("%d ", v[i]);
		puts("");
	}
	char s[] = "the quick brown fox";
	qsort(s, strlen(s), 1, chars);
	puts(s);
	struct big b[9];
	for (int i = 0; i < 9; i++) b[i].key = i * 7 % 9, sprintf(b[i].name, "name%d", b[i].key);
	qsort(b, 9, sizeof *b, bigs);
	for (int i = 0; i < 9; i++) printf("%d %s ", b[i].key, b[i].name);
	puts("");
	const char *w[] = { "pear", "apple", "fig", "date" };
	qsort(w, 4, sizeof *w, strings);
	printf("%s %s %s %s\n", w[0], w[1], w[2], w[3]);
	const char *k = "fig", **f = bsearch(&k, w, 4, sizeof *w, strings);
	printf("%d\n", (int)(f - w));
	return 0;
}
