/* Builtins that the compiler decides: constant_p, choose_expr, types_compatible_p, expect, object_size. */
#include <stdio.h>
#include <stddef.h>

struct s { int a; char b[5]; struct { short x[3]; } c[2]; };
#define CHOOSE(x) __builtin_choose_expr(__builtin_types_compatible_p(__typeof__(x), int), (x) + 1, (x))
enum { K = __builtin_constant_p(5) ? 1 : 2 };
static int calls;
static int f(void) { calls++; return 1; }

int main(int argc, char **argv)
{
	printf("%d %d %d %d\n", __builtin_constant_p(3 * 4), __builtin_constant_p("text"), __builtin_constant_p(argc), __builtin_constant_p(1.5));
	printf("%d %d\n", __builtin_constant_p(f()), K);
	printf("%d %g %zu\n", CHOOSE(5), CHOOSE(2.5), sizeof(__builtin_choose_expr(0, 'a', 1.0L)));
	printf("%d%d%d%d%d\n", __builtin_types_compatible_p(int, signed), __builtin_types_compatible_p(char, signed char),
		__builtin_types_compatible_p(const int, int), __builtin_types_compatible_p(int[], int[5]), __builtin_types_compatible_p(int *, const int *));
	printf("%d%d%d\n", __builtin_types_compatible_p(long, long long), __builtin_types_compatible_p(struct s, struct s),
		__builtin_types_compatible_p(__typeof__(f()), int));
	printf("%zu %zu %zu\n", __builtin_offsetof(struct s, b[2]), offsetof(struct s, c[1].x[2]), offsetof(struct s, c));
	if (__builtin_expect(argc > 100, 0))
		printf("many\n");
	printf("%ld %ld %zu\n", __builtin_expect(argc, 1), __builtin_expect_with_probability(2, 3, 0.5), sizeof __builtin_expect(0, 0));
	char buf[10];
	printf("%zu %zu\n", __builtin_object_size(buf, 0), __builtin_object_size(argv, 0));
	printf("%zu %zu\n", __builtin_object_size(buf + 3, 0), __builtin_object_size(argv, 2));
	char *p = __builtin_assume_aligned(buf, 1);
	printf("%d %d\n", p == buf, calls);
	__builtin_prefetch(buf);
	switch (argc) {
	case 1: break;
	default: __builtin_unreachable();
	}
	return __builtin_choose_expr(1, 0, f());
}
