/* _Static_assert at file scope, in structures and blocks. */
#include <stdio.h>
#include <assert.h>
#include <limits.h>

_Static_assert(sizeof(int) == 4, "int");
static_assert(CHAR_BIT == 8, "char");
_Static_assert(1);
struct s {
	char c;
	_Static_assert(sizeof(long) == 8, "long");
	long l;
	_Static_assert(1 + 1 == 2);
};
_Static_assert(_Alignof(struct s) == 8 && sizeof(struct s) == 16, "struct " "s");
enum { N = 3 };

static int f(int n)
{
	_Static_assert(N * 2 > 5, "N");
	switch (n) {
		_Static_assert(N == 3, "in a switch");
	case N:
		return 1;
	}
	for (int i = 0; i < 1; i++) {
		_Static_assert((unsigned)-1 > 0, "unsigned");
		n++;
	}
	return n;
}

int main(void)
{
	printf("%d %d\n", f(3), f(4));
	static_assert(__builtin_offsetof(struct s, l) == 8, "offset");
	return 0;
}
