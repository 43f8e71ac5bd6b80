/* Types that are completed later, or never. */
#include <stdio.h>

struct never;
struct later;
union un;
extern struct later shared;
static struct never *opaque(void *p) { return p; }
static int use(struct later *p);
typedef struct node node;
struct node { node *next; struct tree *tree; int v; };
struct tree { node *nodes; struct { struct tree *up; } link; };
static int open_array[];
extern int external[];
typedef int unsized[];
struct outer { struct inner *p; struct inner { int x; } in; };
struct later *make(void) { return &shared; }
struct later { int a; };
struct later shared = { 5 };
static int use(struct later *p) { return p->a; }
static int open_array[3] = { 1, 2, 3 };
int external[] = { 4, 5, 6, 7 };
static unsized three = { 1, 2, 3 }, two = { 1, 2 };
union un { int i; } un = { 6 };

int main(void)
{
	node n[2] = { { n + 1, 0, 1 }, { 0, 0, 2 } };
	struct tree t = { n, { &t } };
	printf("%d %d\n", t.link.up->nodes->next->v, use(make()));
	printf("%d %zu %zu\n", opaque(n) == (void *)n, sizeof external / sizeof *external, sizeof open_array);
	printf("%zu %zu\n", sizeof three, sizeof two);
	struct inner in = { 3 };
	struct outer o = { &in, { 4 } };
	printf("%d %d %d\n", o.p->x, o.in.x, un.i);
	struct later;
	struct later { char b; } l = { 1 };
	printf("%zu %d\n", sizeof l, shared.a);
	{
		struct inner { int a, b; } shadow = { 1, 2 };
		printf("%d %zu\n", shadow.b, sizeof(struct inner));
	}
	printf("%zu\n", sizeof(struct inner));
	return 0;
}
