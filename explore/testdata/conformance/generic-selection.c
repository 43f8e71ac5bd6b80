/* _Generic chooses by the type of its operand after conversion to a value. */
#include <stdio.h>
#include <stddef.h>

#define NAME(x) _Generic((x), char: "char", signed char: "schar", unsigned char: "uchar", short: "short", unsigned short: "ushort", \
	int: "int", unsigned: "uint", long: "long", unsigned long: "ulong", long long: "llong", unsigned long long: "ullong", \
	_Bool: "bool", float: "float", double: "double", long double: "ldouble", char *: "char *", const char *: "const char *", \
	int *: "int *", const int *: "const int *", int **: "int **", int (*)(int): "function", int (*)[3]: "array *", \
	void *: "void *", struct s: "struct s", struct s *: "struct s *", default: "other")
struct s { int a; const int c; volatile char v; };
typedef int myint;
static int f(int x) { return x; }
static int calls;
static int side(void) { return ++calls; }

int main(void)
{
	const int ci = 1;
	volatile long vl = 2;
	char c = 'c';
	int a[3];
	struct s s = { 1, 2, 3 }, *p = &s;
	const struct s cs = { 0 };
	int *ip = a;
	printf("%s %s %s %s\n", NAME(ci), NAME(vl), NAME(c), NAME('c'));
	printf("%s %s %s %s %s\n", NAME(a), NAME(&a), NAME("s"), NAME(f), NAME(&f));
	printf("%s %s %s %s\n", NAME(s), NAME(p), NAME(cs), NAME(&ip));
	printf("%s %s %s %s\n", NAME(s.c), NAME(s.v), NAME(&s.c), NAME((myint)1));
	printf("%s %s %s %s\n", NAME(1.0f), NAME(1.0), NAME(1.0L), NAME((_Bool)1));
	printf("%s %s %s %s\n", NAME(sizeof 1), NAME((ptrdiff_t)0), NAME(1LL), NAME(NULL));
	printf("%s %s %s\n", NAME(c + c), NAME(+s.v), NAME((const char *)"x"));
	printf("%s %s\n", NAME((unsigned char)1 << 1), NAME(ci ? ip : (const int *)0));
	int n = _Generic(side(), int: 10, default: side());
	printf("%d %d\n", n, calls);
	_Generic(c, char: a[0], default: a[1]) = 7;
	printf("%d %d\n", a[0], _Generic(1, default: 3, long: 4));
	printf("%d\n", _Generic((int (*)[])0, int (*)[3]: 1, default: 2));
	printf("%d\n", _Generic(0, int: _Generic(0u, unsigned: 5), default: 6));
	return 0;
}
