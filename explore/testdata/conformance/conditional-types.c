/* The type and value of ?: with operands of different types. */
#include <stdio.h>
#include <stddef.h>

#define T(e) _Generic((e), int: "int", unsigned: "unsigned", long: "long", unsigned long: "ulong", float: "float", double: "double", \
	long double: "ldouble", char *: "char *", const char *: "const char *", void *: "void *", const void *: "const void *", int *: "int *", default: "?")
struct s { int a, b; };
static void left(void) { printf("left "); }
static void right(void) { printf("right "); }

int main(void)
{
	volatile int yes = 1, no = 0;
	char c = -1;
	unsigned char uc = 200;
	short h = -2;
	unsigned u = 3;
	long l = -4;
	unsigned long ul = 5;
	char s[] = "array";
	const char *cs = "const";
	int x = 6;
	printf("%s %s %s %s\n", T(yes ? c : uc), T(yes ? c : u), T(yes ? u : l), T(yes ? l : ul));
	printf("%s %s %s\n", T(yes ? 1 : 1.0), T(yes ? 1.0f : 1), T(yes ? 1.0L : 1.0f));
	printf("%s %s %s %s %s\n", T(yes ? s : 0), T(yes ? s : cs), T(yes ? (void *)0 : &x), T(yes ? (void *)s : &x), T(yes ? cs : (void *)s));
	printf("%ld %g %u\n", (long)(yes ? -1 : u), no ? 1 : 0.5, yes ? c : u);
	printf("%d %ld\n", (no ? u : h) > 0, no ? ul : h);
	printf("%s %s\n", yes ? s : cs, no ? s : cs);
	(yes ? left : right)();
	(no ? left : right)();
	no ? left() : right();
	struct s p = { 1, 2 }, q = { 3, 4 };
	printf("\n%d %d\n", (yes ? p : q).a, (no ? p : q).b);
	printf("%d\n", yes ? no ? 1 : 2 : no ? 3 : 4);
	int a = 0, b = 0;
	yes ? a++ : b++;
	no ? a++ : (b += 5);
	printf("%d %d\n", a, b);
	*(yes ? &a : &b) = 70;
	printf("%d %zu %zu\n", a, sizeof(yes ? c : c), sizeof(yes ? 1 : 2L));
	printf("%d\n", (yes ? -1 : 0u) > 0);
	double d = no ? 1 : 3;
	_Bool bo = yes ? 0.25 : 0;
	printf("%g %d\n", d, bo);
	return 0;
}
