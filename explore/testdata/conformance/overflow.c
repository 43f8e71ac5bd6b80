/* __builtin_*_overflow with every mixture of types at the edges. */
#include <limits.h>
#include <stdio.h>
#define OPS(A, B, T) do { T r; int o; \
	o = __builtin_add_overflow(A, B, &r); printf("%d:%lld ", o, (long long)r); \
	o = __builtin_sub_overflow(A, B, &r); printf("%d:%lld ", o, (long long)r); \
	o = __builtin_mul_overflow(A, B, &r); printf("%d:%lld ", o, (long long)r); } while (0)
#define ALL(A, B) do { OPS(A, B, signed char); OPS(A, B, unsigned short); OPS(A, B, int); OPS(A, B, unsigned); OPS(A, B, long); OPS(A, B, unsigned long); putchar('\n'); } while (0)
static const long vals[] = { 0, 1, -1, 2, 127, 128, -128, 65535, INT_MAX, INT_MIN, UINT_MAX, 1L << 32, LONG_MAX, LONG_MIN, LONG_MIN + 1 };
int main(void)
{
	for (int i = 0; i < sizeof vals / sizeof *vals; i++)
		for (int j = 0; j < sizeof vals / sizeof *vals; j++) {
			long a = vals[i], b = vals[j]; unsigned long ua = a, ub = b; int ia = a; unsigned uj = b;
			ALL(a, b); ALL(ua, ub); ALL(a, ub); ALL(ia, ub); ALL(ua, b); ALL(ia, uj); ALL(uj, uj);
			printf("%d\n", __builtin_mul_overflow_p(ua, ub, (long)0));
		}
	return 0;
}
