/* The checked arithmetic builtins with operands and results of all types. */
#include <stdio.h>
#include <limits.h>

static const long values[] = { 0, 1, -1, 100, -100, 127, 128, -128, 255, 32767, -32769, 65535, INT_MAX, INT_MIN, UINT_MAX, LONG_MAX, LONG_MIN, 1L << 32 };

#define ONE(R, A, B, f) do { R r; int o = __builtin_##f##_overflow((A)x, (B)y, &r); h = h * 31 + o; h = h * 31 + (unsigned long)r; n += o; } while (0)
#define ALL(R, A, B) ONE(R, A, B, add); ONE(R, A, B, sub); ONE(R, A, B, mul)
#define TYPES(R) ALL(R, int, int); ALL(R, unsigned, int); ALL(R, long, int); ALL(R, unsigned long, long); ALL(R, long, unsigned long); \
	ALL(R, unsigned long, unsigned long); ALL(R, signed char, unsigned char); ALL(R, short, unsigned short); ALL(R, long, long); ALL(R, unsigned, long)
#define SHOW(R) do { unsigned long h = 0; int n = 0; \
	for (unsigned i = 0; i < sizeof values / sizeof *values; i++) \
		for (unsigned j = 0; j < sizeof values / sizeof *values; j++) { long x = values[i], y = values[j]; TYPES(R); } \
	printf("%s %lx %d\n", #R, h, n); } while (0)

int main(void)
{
	SHOW(signed char);
	SHOW(unsigned short);
	SHOW(int);
	SHOW(unsigned);
	SHOW(long);
	SHOW(unsigned long);
	int i;
	long l;
	unsigned u;
	unsigned long ul;
	printf("%d ", __builtin_sadd_overflow(INT_MAX, 1, &i));
	printf("%d ", __builtin_smull_overflow(LONG_MAX, 2, &l));
	printf("%d ", __builtin_usub_overflow(1, 2, &u));
	printf("%d ", __builtin_umull_overflow(1UL << 63, 2, &ul));
	printf("%d %ld %u %lu\n", i, l, u, ul);
	printf("%d %d\n", __builtin_add_overflow_p(INT_MAX, 1, 0), __builtin_mul_overflow_p(1L << 31, 2, 0L));
	static const int k = __builtin_add_overflow_p(1, 2, (char)0);
	printf("%d\n", k);
	return 0;
}
