/* The operators # and ##, and what is expanded when. */
#include <stdio.h>

#define STR(x) #x
#define XSTR(x) STR(x)
#define CAT(a, b) a##b
#define XCAT(a, b) CAT(a, b)
#define VALUE 42
#define EMPTY
#define SHOW(x) printf("%s = %d\n", #x, x)
#define FIELD(s, f) (s).m_##f
#define OP(a, op, b) ((a) op (b))
#define HASH_HASH # ## #
#define MK(n) int fn_##n(void) { return n; }
MK(7)
MK(8)
struct s { int m_x, m_y; };

int main(void)
{
	int ab = 1, VALUE1 = 2, xy = 3;
	printf("%s %s\n", STR(VALUE), XSTR(VALUE));
	printf("%s|%s|%s\n", STR(  a   +  b ), STR("q\n\"x\""), STR('\''));
	printf("%s|%s|%s\n", STR(), STR(EMPTY), XSTR(EMPTY));
	printf("%d %d %d\n", CAT(a, b), CAT(VALUE, 1), XCAT(VALUE, 1));
	SHOW(ab + xy);
	SHOW(CAT(x, y));
	struct s v = { 5, 6 };
	printf("%d %d %d\n", FIELD(v, x), FIELD(v, y), OP(3, <<, 2));
	printf("%d %d\n", fn_7(), XCAT(fn_, 8)());
	printf("%s\n", XSTR(XSTR(VALUE) CAT(1, 2) OP(1, +, 2)));
	printf("%d %g\n", CAT(0x, ff), CAT(1., 5));
	printf("%s %s\n", CAT(, "left"), CAT("right", ));
	printf("%s\n", STR(a /* comment */ b
		c));
	int i = 1;
	printf("%d\n", i);
	return 0;
}
