/* Expressions of type void, casts to void, functions without results. */
#include <stdio.h>

static int n;
static void touch(void) { n++; }
static void nothing(void) { return; }
static void twice(void) { touch(), touch(); }
static void through(int k) { if (k) return touch(); return (void)(n += 100); }
static void *self(void *p) { return p; }
static void loop(int k) { for (; k; k--) { if (k == 2) return; touch(); } }

int main(void)
{
	touch();
	(void)n;
	(void)0;
	(void)"unused";
	(void)(n = 5);
	twice();
	through(1);
	through(0);
	nothing();
	loop(5);
	printf("%d\n", n);
	n ? touch() : nothing();
	n > 1000 ? touch() : (void)(n = 1);
	printf("%d\n", n);
	1 ? (void)n : (void)1;
	(touch(), nothing());
	(void)(touch(), 3);
	;
	{ }
	if (n);
	else touch();
	void (*f)(void) = touch;
	f();
	(*f)();
	printf("%d %d\n", n, *(int *)self(&n));
	n;
	n + 1;
	n == 2;
	void *p = &n;
	(void)p;
	printf("%d\n", p == (void *)&n);
	return 0;
}
