/* Macros that refer to themselves are not expanded again; rescanning; function-like macros without parentheses. */
#include <stdio.h>

#define foo (foo)
#define a b
#define b a
#define f(x) g(x)
#define g(x) (x + f)
#define stdio_puts puts
#define LPAREN (
#define CALL twice LPAREN 4)
#define twice(x) ((x) * 2)
#define EVAL(x) x
#define DEFER(m) m EMPTY()
#define EMPTY()
#define OBJ (x) (x)
#define ID(x) x
static int puts_count;

int main(void)
{
	int foo = 10;
	int a = 3;
	int f = 100;
	printf("%d %d\n", foo, a);
	printf("%d\n", f(5));
	printf("%d\n", EVAL(CALL));
	int (twice) = 9;
	printf("%d\n", twice);
	printf("%d\n", ID(ID(5)));
	int x = 2;
	printf("%s\n", "x");
#define str(s) #s
#define xstr(s) str(s)
#define vstr(...) wstr(__VA_ARGS__)
#define wstr(...) #__VA_ARGS__
#define add(x, y) x + y
	printf("%s\n", xstr(add(add(1, 2), add(3, 4))));
#undef add
#define add -
	printf("%d\n", 7 add 2);
#define NEST(x) [x, NEST]
	printf("%s\n", vstr(NEST(NEST(1))));
	printf("%s\n", xstr(EVAL(foo)));
	return x + puts_count;
}
