/* __builtin_classify_type does not evaluate its operand. */
#include <stdio.h>

struct s { int bits : 3; } s;
union u { int a; double d; } u;
enum e { zero } e;
static int called;
static int call(void) { return ++called; }
#define CLASS(x) printf("%s %d\n", #x, __builtin_classify_type(x))
static int constant[__builtin_classify_type(1.0f)];

int main(void)
{
	char c = 0, array[3];
	long double ld = 1;
	int n = 3, variable[n];
	CLASS(s);
	CLASS(u);
	CLASS(e);
	CLASS(zero);
	CLASS(s.bits);
	CLASS(c++);
	CLASS((_Bool)1);
	CLASS(array);
	CLASS(variable);
	CLASS(main);
	CLASS("text");
	CLASS(&s);
	CLASS(ld);
	CLASS(1.5f);
	CLASS(call());
	printf("%d %d %d\n", c, called, (int)sizeof constant);
	return 0;
}
