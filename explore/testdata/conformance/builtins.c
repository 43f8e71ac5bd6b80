/* The compiler's builtin functions. */
#include <stdio.h>
#include <string.h>
volatile unsigned x = 0x00f0a100; volatile unsigned long y = 0x0000100000000000; volatile int a = 2000000000, b = 2000000000, m = -5; volatile long la = 0x7fffffffffffffff, lb = 3; volatile unsigned char uc = 200;
int main(void)
{
	printf("%d %d %d %d %d\n", __builtin_clz(x), __builtin_ctz(x), __builtin_popcount(x), __builtin_ffs(x), __builtin_parity(x)); printf("%d %d %d %d %d\n", __builtin_clzl(y), __builtin_ctzll(y), __builtin_popcountl(~y), __builtin_ffsl(0), __builtin_ffsll(-y));
	printf("%x %x %lx\n", __builtin_bswap16(x >> 8), __builtin_bswap32(x), __builtin_bswap64(y + 0x12)); int r; long lr; unsigned ur; unsigned long ulr; signed char sc; unsigned char ub;
	printf("%d ", __builtin_add_overflow(a, b, &r)); printf("%d ", r); printf("%d ", __builtin_sub_overflow(m, a, &r)); printf("%d ", r); printf("%d ", __builtin_mul_overflow(a, 2, &r)); printf("%d\n", r);
	printf("%d ", __builtin_add_overflow(la, lb, &lr)); printf("%ld ", lr); printf("%d ", __builtin_mul_overflow(la, lb, &lr)); printf("%ld ", lr); printf("%d ", __builtin_mul_overflow(la / 4, lb, &lr)); printf("%ld ", lr); printf("%d ", __builtin_sub_overflow(-la, lb, &lr)); printf("%ld\n", lr);
	printf("%d ", __builtin_add_overflow(uc, 100, &ub)); printf("%d ", ub); printf("%d ", __builtin_sub_overflow(1, 2, &ur)); printf("%u ", ur); printf("%d ", __builtin_mul_overflow(y, 1ul << 30, &ulr)); printf("%lu ", ulr); printf("%d ", __builtin_add_overflow(100, 27, &sc)); printf("%d ", __builtin_umul_overflow(x, x, &ur)); printf("%u\n", ur);
	printf("%d %d %d\n", __builtin_expect(m < 0, 1) ? 1 : 0, __builtin_constant_p(3 + 4), __builtin_constant_p(x)); printf("%zu %d\n", __builtin_strlen("hello"), __builtin_memcmp("ab", "ac", 2)); char buf[8]; __builtin_memset(buf, 0, 8); __builtin_strcpy(buf, "cpy"); puts(buf); printf("%d\n", __builtin_abs(m));
	printf("%d %d %d\n", __builtin_isnan(__builtin_nan("")), __builtin_inf() > 1e308, __builtin_isless(1.0, 2.0)); printf("%d %d\n", __builtin_isunordered(1.0, __builtin_nan("")), __builtin_signbit(-1.0) != 0);
	int v = 5; printf("%d %d ", __sync_fetch_and_add(&v, 3), v); printf("%d %d ", __sync_sub_and_fetch(&v, 2), v); printf("%d %d ", __sync_bool_compare_and_swap(&v, 6, 9), v); printf("%d %d ", __sync_val_compare_and_swap(&v, 6, 10), v); printf("%d %d\n", __sync_lock_test_and_set(&v, 1), v);
	int e = 1; printf("%d ", __atomic_compare_exchange_n(&v, &e, 4, 0, 5, 5)); printf("%d %d ", v, e); printf("%d ", __atomic_compare_exchange_n(&v, &e, 8, 0, 5, 5)); printf("%d %d ", v, e); printf("%d %d %d\n", __atomic_load_n(&v, 5), __atomic_fetch_or(&v, 3, 5), __atomic_exchange_n(&v, 2, 5)); __atomic_store_n(&v, 7, 5); __sync_synchronize(); printf("%d\n", v);
	if (m > 0) __builtin_unreachable(); if (m == 77) __builtin_trap(); __builtin_prefetch(buf); printf("%zu\n", __builtin_object_size(buf, 0) > 0 ? (size_t)1 : 0);
	return 0;
}
