/* Initialisers that override others, ranges with side effects. */
#include <stdio.h>

static int n;
static int next(void) { return ++n; }
struct in { int a, b; char s[6]; };
struct out { struct in one; int z; union { int i; struct { int p, q; } pq; double d; } u; unsigned f : 5, g : 6; };
static struct out constant = { .one = { 7, 8, "lit" }, .one.s[1] = 'X', .u.d = 1.5, .u.i = 0, .f = 3, .g = 4, .f = 5 };
static struct out kept = { .one = (struct in){ 7, 8, "lit" }, .one.s[1] = 'X' };

static void print(const struct out *o) { printf("%d %d %.6s %d %d %d %d %d\n", o->one.a, o->one.b, o->one.s, o->z, o->u.pq.p, o->u.pq.q, o->f, o->g); }

int main(void)
{
	int r[4] = { [0 ... 2] = next(), [3] = next() };
	printf("%d %d %d %d\n", r[0], r[1], r[2], r[3]);
	int q[4] = { [0 ... 2] = next(), [0] = 50, [1] = next() };
	printf("%d %d %d %d\n", q[0], q[1], q[2], q[3]);
	int k[3] = { [2] = next(), [0] = next(), [1] = next(), [2] = next() };
	printf("%d %d %d %d\n", k[0], k[1], k[2], n);
	struct in i = { 1, 2, "abc" };
	struct out o[] = {
		{ .one = i, .one.a = 5 },
		{ .one.s = "hello", .one.s[1] = 'X', .one.b = next(), .one.b = next() },
		{ .u.pq = { 1, 2 }, .u.i = 3 },
		{ .u.i = 3, .u.pq.q = 7, .u.pq.p = 6 },
		{ .one.a = 3, .one = { .b = 4 }, .g = next(), .f = next() },
		{ .one = i, .one.s[1] = 'X' },
		{ .one = { 1, 2, "x" }, .one.b = 9, { 'y' } },
		{ .one.b = next(), 'a', 'b', .one.a = next(), next(), .one = i, next() },
	};
	for (unsigned j = 0; j < sizeof o / sizeof *o; j++)
		print(&o[j]);
	print(&constant);
	print(&kept);
	struct in s[3] = { [0 ... 2] = { next(), 1, "s" } };
	for (int j = 0; j < 3; j++)
		printf("%d %d %s\n", s[j].a, s[j].b, s[j].s);
	printf("%d\n", n);
	return 0;
}
