/* Structures whose last member is an array without a length. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <stddef.h>

struct text { size_t length; char data[]; };
struct pairs { char n; struct { short k; long v; } p[]; };
struct zero { int n; int a[0]; };
static struct text fixed = { 5, "fixed" };
static struct pairs two = { 2, { { 1, 10 }, { 2, 20 } } };

static struct text *new(const char *s)
{
	struct text *t = malloc(sizeof *t + strlen(s) + 1);
	t->length = strlen(s);
	strcpy(t->data, s);
	return t;
}

int main(void)
{
	struct text *t = new("hello, world");
	printf("%zu %s %zu %zu\n", t->length, t->data, sizeof *t, offsetof(struct text, data));
	t->data[0] = 'J';
	printf("%s %c\n", t->data, (&t->data[7])[0]);
	printf("%s %zu\n", fixed.data, fixed.length);
	printf("%d %ld %zu %zu\n", two.p[1].k, two.p[0].v + two.p[1].v, sizeof two, offsetof(struct pairs, p));
	struct zero *z = calloc(1, sizeof *z + 4 * sizeof(int));
	for (z->n = 0; z->n < 4; z->n++)
		z->a[z->n] = z->n * z->n;
	printf("%d %d %zu\n", z->a[3], z->n, sizeof *z);
	struct text copy = *t;
	printf("%zu\n", copy.length);
	t = realloc(t, sizeof *t + 100);
	strcat(t->data, "!");
	printf("%s\n", t->data);
	free(t);
	free(z);
	return 0;
}
