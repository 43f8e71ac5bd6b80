/* inline in its forms: static, extern, with external definitions; statics and addresses of them. */
#include <stdio.h>

static inline int square(int x) { return x * x; }
inline int cube(int x) { return x * x * x; }
extern inline int cube(int x);
extern int cube(int);
inline static int counter(void) { static int n; return ++n; }
static inline __attribute__((always_inline)) int always(int x) { return x + 1; }
extern inline __attribute__((gnu_inline)) int gnu(int x) { return x + 1000; }
int gnu(int x) { return x + 2; }
static inline int fact(int n) { return n < 2 ? 1 : n * fact(n - 1); }
inline __attribute__((noinline)) static int noin(int a, ...) { return a; }
int exported(int x);
inline int exported(int x) { return x - 1; }
static int (*const table[])(int) = { square, cube, fact };
static inline double half(double x);
static inline double half(double x) { return x / 2; }

int main(void)
{
	printf("%d %d %d\n", square(3), cube(3), fact(6));
	for (int i = 0; i < 3; i++)
		printf("%d %d ", table[i](4), counter());
	printf("\n%d %d %d %d %g\n", always(1), gnu(1), noin(5, 6), exported(8), half(5));
	int (*p)(int) = square;
	printf("%d %d\n", p == table[0], p(9));
	return 0;
}
