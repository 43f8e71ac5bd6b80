/* search.h: lsearch, lfind, hsearch, tsearch, insque. */
#define _GNU_SOURCE
#include <search.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int compare(const void *a, const void *b) { return strcmp(a, b); }
static int ints(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
static int freed;

static void walk(const void *node, VISIT which, int depth)
{
	if (which == postorder || which == leaf) printf("%s ", *(char *const *)node);
}

static void count(void *key) { freed++; }

int main(void)
{
	int table[8] = { 5, 3 }, key = 3;
	size_t n = 2;
	int *p = lsearch(&key, table, &n, sizeof *table, ints);
	printf("%d %zu\n", (int)(p - table), n);
	key = 9;
	p = lsearch(&key, table, &n, sizeof *table, ints);
	printf("%d %zu %d\n", (int)(p - table), n, table[2]);
	key = 4;
	printf("%d\n", lfind(&key, table, &n, sizeof *table, ints) == NULL);

	ENTRY e = { "one", (void *)1 }, *r;
	hcreate(20);
	hsearch(e, ENTER);
	e.key = "two", e.data = (void *)2;
	hsearch(e, ENTER);
	e.data = NULL;
	r = hsearch(e, FIND);
	printf("%ld\n", (long)r->data);
	e.key = "three";
	printf("%d\n", hsearch(e, FIND) == NULL);
	hdestroy();

	static const char *const words[] = { "m", "c", "x", "a", "d", "z", "c", "k" };
	void *root = NULL;
	for (int i = 0; i < 8; i++) {
		char **f = tsearch(words[i], &root, compare);
		printf("%d", *f == words[i]);
	}
	puts("");
	twalk(root, walk);
	puts("");
	printf("%d %d\n", tfind("z", &root, compare) != NULL, tfind("q", &root, compare) == NULL);
	tdelete("m", &root, compare);
	printf("%d\n", tdelete("q", &root, compare) == NULL);
	twalk(root, walk);
	puts("");
	tdestroy(root, count);
	printf("%d\n", freed);
	return 0;
}
