/* qsort, which merges as glibc's does: equal elements keep their order, and the comparisons are the same ones. */

#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>

typedef int compare(const void *, const void *, void *);

static void sort(char *b, size_t n, size_t size, compare *cmp, void *arg, char *space)
{
	size_t n1 = n / 2, n2 = n - n1, k = 0;
	char *b1 = b, *b2 = b + n1 * size;

	if (n <= 1) return;
	sort(b1, n1, size, cmp, arg, space);
	sort(b2, n2, size, cmp, arg, space);
	for (; n1 && n2; k++) {
		if (cmp(b1, b2, arg) <= 0) {
			memcpy(space + k * size, b1, size);
			b1 += size;
			n1--;
		} else {
			memcpy(space + k * size, b2, size);
			b2 += size;
			n2--;
		}
	}
	if (n1) memcpy(space + k * size, b1, n1 * size);
	memcpy(b, space, (n - n2) * size);
}

void qsort_r(void *b, size_t n, size_t size, compare *cmp, void *arg)
{
	char few[1024], *space = few;

	if (n <= 1 || !size) return;
	if (n * size > sizeof few && !(space = malloc(n * size))) abort();
	sort(b, n, size, cmp, arg, space);
	if (space != few) free(space);
}

static int plain(const void *a, const void *b, void *cmp)
{
	return ((int (*)(const void *, const void *))cmp)(a, b);
}

void qsort(void *b, size_t n, size_t size, int (*cmp)(const void *, const void *))
{
	qsort_r(b, n, size, plain, (void *)cmp);
}
