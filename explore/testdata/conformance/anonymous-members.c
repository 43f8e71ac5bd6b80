/* Unnamed structures and unions within others, nested and qualified. */
#include <stdio.h>
#include <stddef.h>

struct s {
	int kind;
	union {
		struct { int x, y; };
		struct { float u, v; } named;
		long whole;
		union { char bytes[8]; struct { short lo, hi; }; };
	};
	struct { const int c; volatile int d; struct { struct { int deep; }; }; };
};
union u { int i; struct { char a, b, c, d; }; };
static struct s g = { 1, { { 2, 3 } }, { 4, 5, { { 6 } } } };
static struct s h = { .y = 7, .deep = 8, .d = 9 };
typedef struct { int base; } base_t;

int main(void)
{
	printf("%d %d %d %d %d %d\n", g.kind, g.x, g.y, g.c, g.d, g.deep);
	printf("%d %d %d %d\n", h.x, h.y, h.d, h.deep);
	g.whole = 0x0102030405060708;
	printf("%x %x %x %x %d\n", g.x, g.y, g.lo, g.hi, g.bytes[7]);
	g.named.u = 1.5f;
	printf("%x\n", g.x);
	struct s *p = &g;
	p->hi = -1;
	p->deep++;
	int *q = &p->deep;
	printf("%x %d\n", g.x, *q);
	printf("%zu %zu %zu %zu\n", sizeof(struct s), offsetof(struct s, y), offsetof(struct s, hi), offsetof(struct s, deep));
	union u u = { .b = 2, .d = 4 };
	printf("%x\n", u.i);
	struct { int n; struct { int m; } in, *p; } t = { 1, { 2 }, &t.in };
	printf("%d\n", t.p->m);
	struct s copy = g;
	printf("%d\n", copy.deep);
	return 0;
}
