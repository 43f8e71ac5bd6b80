/* Designators: nested, out of order, overriding, ranges, strings, unions. */
#include <stdio.h>

struct in { int a, b[4]; char s[6]; };
struct out { struct in one, list[3]; union { int i; double d; char c[8]; } u; int last; };
static struct out g = { .last = 9, .list[1].b[2] = 5, .list[1].b[1] = 4, 77, .one = { .s = "one", .a = 1 }, .one.b[3] = 8, .u.d = 2.5 };
static int a[] = { [5] = 5, 6, [2] = 2, 3, [0] = 10, [7 ... 9] = 1, [8] = 80 };
static int m[3][3] = { [1] = { [1] = 5 }, [0][2] = 3, 4, [2] = { 7, 8 } };
static int r[10] = { [0 ... 9] = 1, [3 ... 5] = 2, 3 };
static char s[10] = { [3] = 'x', 'y', [0] = 'a', 'b', 'c' };
static struct { int x; struct { int y, z; }; int w; } anon = { .z = 3, 4, .x = 1 };
static struct in over = { .b = { 1, 2, 3, 4 }, .b[1] = 20, .a = 5, .a = 6 };
static const char *const names[] = { ['a'] = "A", ['c'] = "C" };

static void print(const struct in *p) { printf("%d %d %d %d %d %.6s\n", p->a, p->b[0], p->b[1], p->b[2], p->b[3], p->s); }

int main(void)
{
	print(&g.one);
	for (int i = 0; i < 3; i++)
		print(&g.list[i]);
	printf("%g %d\n", g.u.d, g.last);
	for (unsigned i = 0; i < sizeof a / sizeof *a; i++)
		printf("%d ", a[i]);
	printf("\n");
	for (int i = 0; i < 9; i++)
		printf("%d ", m[0][i]);
	printf("\n");
	for (int i = 0; i < 10; i++)
		printf("%d", r[i]);
	printf(" %s%s %d%d%d%d\n", s, s + 3, anon.x, anon.y, anon.z, anon.w);
	print(&over);
	printf("%zu %s %d\n", sizeof names / sizeof *names, names['c'], names['b'] == 0);
	int n = 3;
	struct out l = { .one.a = n, .list = { [2] = { .b = { [1] = n * 2 } } }, .list[0].a = n + 1, .u.c = "union" };
	print(&l.one);
	print(&l.list[0]);
	print(&l.list[2]);
	printf("%s %d\n", l.u.c, l.last);
	int v[] = { [1 ? 2 : 1] = 1 };
	return sizeof v;
}
