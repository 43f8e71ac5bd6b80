/* Conversions from text, arithmetic helpers, sorting and searching. */
#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <search.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int by_value(const void *a, const void *b)
{
	int x = *(const int *)a, y = *(const int *)b;
	return (x > y) - (x < y);
}

static int by_text(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

static void parse(const char *s)
{
	char *end;
	errno = 0;
	long v = strtol(s, &end, 0);
	printf("strtol(\"%s\") = %ld, rest \"%s\", %s\n", s, v, end, errno ? strerror(errno) : "fine");
	errno = 0;
	unsigned long u = strtoul(s, &end, 16);
	printf("strtoul(\"%s\", 16) = %lu, rest \"%s\", %d\n", s, u, end, errno);
	double d = strtod(s, &end);
	printf("strtod(\"%s\") = %.17g, rest \"%s\"\n", s, d, end);
}

static void scan(void)
{
	int a, b, n;
	char w[16], set[16];
	double d;
	n = sscanf("12 0x1f word [abc] 2.5e3", "%d %i %15s [%15[a-c]] %lf", &a, &b, w, set, &d);
	printf("%d: %d %d %s %s %g\n", n, a, b, w, set, d);
	n = sscanf("7,x", "%d,%d", &a, &b);
	printf("%d: %d\n", n, a);
}

static int show(const char *word, VISIT v)
{
	return v == postorder || v == leaf ? printf("%s ", word) : 0;
}

static void visit(const void *node, VISIT v, int depth)
{
	show(*(char *const *)node, v);
}

int main(void)
{
	static const char *const texts[] = { "0", "42", "-17x", "  +9", "0777", "0x1F", "99999999999999999999", "-99999999999999999999",
		"", "abc", "1e10", "3.14159", ".5", "0x1.8p3", "1e400", "inf", "nan" };
	int v[50];
	char *w[] = { "pear", "apple", "fig", "cherry", "banana", "fig2", "date" };
	unsigned seed = 12345;
	void *root = NULL;

	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) parse(texts[i]);
	for (int i = 0; i < 50; i++) {
		seed = seed * 1103515245u + 12345u;
		v[i] = seed >> 16 & 1023;
	}
	qsort(v, 50, sizeof *v, by_value);
	for (int i = 0; i < 50; i++) printf("%d%c", v[i], i == 49 ? '\n' : ' ');
	int *hit = bsearch(&v[20], v, 50, sizeof *v, by_value);
	printf("found %d\n", *hit == v[20]);
	qsort(w, 7, sizeof *w, by_text);
	for (int i = 0; i < 7; i++) printf("%s ", w[i]);
	for (int i = 0; i < 7; i++) tsearch(w[(i * 3) % 7], &root, (int (*)(const void *, const void *))strcmp);
	twalk(root, visit);
	putchar('\n');
	scan();
	div_t q = div(-17, 5);
	printf("%d %d %ld %lld %" PRId64 "\n", q.quot, q.rem, labs(-5L), llabs(-6LL), (int64_t)-7);
	for (int c = 0; c < 128; c += 3)
		printf("%d%d%d%d%d%d%c", !!isalpha(c), !!isdigit(c), !!isspace(c), !!ispunct(c), !!isupper(c), !!isxdigit(c), c % 30 ? ' ' : '\n');
	printf("\n%c%c %d\n", toupper('q'), tolower('Q'), atoi("123abc"));
	return 0;
}
