/* sizeof of types, expressions, arrays, and what is not evaluated. */
#include <stdio.h>
#include <stddef.h>
#include <stdint.h>
#include <wchar.h>

struct empty {};
struct s { char c; long l; char d; };
union u { char c[9]; int i; };
struct fam { int n; char data[]; };
struct z { int n; char data[0]; };
typedef int (*fp)(void);
static int array[3][5];
static int calls;
static int f(void) { return ++calls; }

int main(void)
{
	printf("%zu %zu %zu %zu %zu %zu\n", sizeof(char), sizeof(short), sizeof(int), sizeof(long), sizeof(long long), sizeof(_Bool));
	printf("%zu %zu %zu\n", sizeof(float), sizeof(double), sizeof(long double));
	printf("%zu %zu %zu\n", sizeof(void *), sizeof(fp), sizeof(&f));
	printf("%zu %zu %zu %zu %zu\n", sizeof(struct empty), sizeof(struct s), sizeof(union u), sizeof(struct fam), sizeof(struct z));
	printf("%zu %zu %zu %zu\n", sizeof array, sizeof array[0], sizeof array[0][0], sizeof *array);
	printf("%zu %zu\n", sizeof(void), sizeof(f));
	printf("%zu %zu %zu\n", sizeof "hello", sizeof L"hi", sizeof "");
	printf("%zu %zu %zu %zu\n", sizeof(size_t), sizeof(ptrdiff_t), sizeof(wchar_t), sizeof(intmax_t));
	printf("%zu %zu\n", sizeof f(), sizeof(f(), 1L));
	int n = 3;
	printf("%zu %d\n", sizeof(n++), n);
	printf("%zu %d\n", sizeof(int[n++]), n);
	char v[n];
	printf("%zu %zu\n", sizeof v, sizeof(v + 0));
	printf("%zu %zu\n", sizeof(char[2][3]), sizeof(int (*)[7]));
	printf("%zu %zu\n", sizeof(1 ? 'a' : 1.0), sizeof((char)1));
	printf("%zu %zu\n", sizeof(struct { int a; char b; }), sizeof(((struct s *)0)->c));
	printf("%zu %zu\n", sizeof(int) * 2, sizeof(int)-1);
	printf("%zu\n", sizeof(-1 ? n : 2L));
	printf("%zu\n", sizeof sizeof 1);
	printf("%d\n", calls);
	return 0;
}
