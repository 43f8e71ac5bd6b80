/* Scopes and linkage: shadowing, extern in blocks, static after extern, tags and labels in spaces of their own. */
#include <stdio.h>

static int x = 1;
extern int x;
static int f(void);
extern int f(void);
static int f(void) { return x; }
int y = 10;
typedef int t;
struct t { t t; };
enum e { e1 = 5 } e;

static int shadow(int x)
{
	int r = x;
	{
		extern int y;
		int x = r * 2;
		r += x + y;
		for (int x = 0; x < 2; x++) {
			int r = 100;
			r++;
		}
		{ static int x = 7; r += x++; }
	}
	return r + x;
}
static int names(t t)
{
	struct t v = { t };
	goto t;
t:	if (v.t > 0) { int e1 = 3; return v.t + e1; }
	return e1;
}
static int typedefs(void)
{
	t a = 1;
	typedef char t;
	t b = 300;
	{ int t = 5; a += t * sizeof t; }
	return a + b + sizeof(t);
}

int main(void)
{
	printf("%d %d %d\n", f(), shadow(3), shadow(3));
	printf("%d %d %d\n", names(4), names(-1), typedefs());
	int x = x = 5;
	int y = sizeof y;
	printf("%d %d\n", x, y);
	enum { e1 = 9 } local = e1;
	printf("%d %d\n", local, e);
	int (main) = 3;
	struct x { struct x *x; } z = { &z };
	printf("%d %d\n", main, z.x->x == &z);
	if (sizeof(enum { Q = 3 }) == 4)
		printf("%d\n", Q);
	return 0;
}
