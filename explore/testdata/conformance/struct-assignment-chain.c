/* Assignments of structures have values. */
#include <stdio.h>

struct s { int a; char b[12]; long c; };
union u { int i; struct s s; };
static int calls;
static struct s *pick(struct s *p) { calls++; return p; }
static struct s made(int n) { return (struct s){ n, "made", -n }; }

int main(void)
{
	struct s x = { 1, "one", 10 }, y = { 2, "two", 20 }, z, a[4];
	z = y = x;
	printf("%d %s %ld\n", z.a, y.b, z.c);
	a[0] = a[1] = a[2] = a[3] = made(5);
	a[2].a++;
	printf("%d %d %s\n", a[1].a, a[2].a, a[0].b);
	printf("%d %s\n", (x = made(7)).a, (y = z).b);
	*pick(&a[0]) = *pick(&a[1]) = x;
	printf("%d %ld %d\n", a[0].a, a[1].c, calls);
	int which = 0;
	(which ? a[0] : x);
	z = which ? a[2] : (calls++, y);
	printf("%d %d\n", z.a, calls);
	z = (x.a = 99, x);
	printf("%d\n", z.a);
	x = x;
	a[1] = *&a[1];
	printf("%d %d\n", x.a, a[1].a);
	union u u = { .s = x }, v;
	v = u;
	v.s.b[0] = 'X';
	u.s = v.s;
	printf("%s %s\n", u.s.b, x.b);
	struct s *p = a;
	*p++ = a[3];
	*p-- = made(3);
	printf("%d %d %d\n", a[0].a, a[1].a, (int)(p - a));
	return (z = made(4)).a;
}
