/* The __atomic and __sync builtins of all sizes. */
#include <stdio.h>
#include <stdbool.h>

#define ALL(T) do { T v = 10, old, e; \
	old = __atomic_fetch_add(&v, 5, __ATOMIC_SEQ_CST); printf("%ld %ld ", (long)old, (long)v); \
	printf("%ld ", (long)__atomic_add_fetch(&v, 300, __ATOMIC_RELAXED)); \
	printf("%ld ", (long)__atomic_sub_fetch(&v, 1, __ATOMIC_ACQUIRE)); \
	printf("%ld ", (long)__atomic_fetch_sub(&v, 2, __ATOMIC_RELEASE)); \
	printf("%ld ", (long)__atomic_and_fetch(&v, 0x7c, __ATOMIC_ACQ_REL)); \
	printf("%ld ", (long)__atomic_fetch_or(&v, 3, __ATOMIC_SEQ_CST)); \
	printf("%ld ", (long)__atomic_xor_fetch(&v, 0x55, __ATOMIC_SEQ_CST)); \
	printf("%ld ", (long)__atomic_nand_fetch(&v, 0xf, __ATOMIC_SEQ_CST)); \
	printf("%ld ", (long)__atomic_exchange_n(&v, 77, __ATOMIC_SEQ_CST)); \
	e = 77; printf("%d ", __atomic_compare_exchange_n(&v, &e, 88, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)); \
	e = 1; printf("%d %ld ", __atomic_compare_exchange_n(&v, &e, 99, true, 5, 5), (long)e); \
	__atomic_store_n(&v, -3, __ATOMIC_SEQ_CST); printf("%ld ", (long)__atomic_load_n(&v, __ATOMIC_SEQ_CST)); \
	printf("%ld %ld ", (long)__sync_fetch_and_add(&v, 4), (long)__sync_add_and_fetch(&v, 4)); \
	printf("%ld %ld ", (long)__sync_fetch_and_sub(&v, 1), (long)__sync_sub_and_fetch(&v, 1)); \
	printf("%ld %ld %ld ", (long)__sync_fetch_and_or(&v, 8), (long)__sync_fetch_and_and(&v, 12), (long)__sync_fetch_and_xor(&v, 5)); \
	printf("%ld %ld %ld ", (long)__sync_or_and_fetch(&v, 8), (long)__sync_and_and_fetch(&v, 12), (long)__sync_xor_and_fetch(&v, 5)); \
	printf("%d %ld ", __sync_bool_compare_and_swap(&v, 9, 6), (long)__sync_val_compare_and_swap(&v, 6, 7)); \
	printf("%ld ", (long)__sync_lock_test_and_set(&v, 1)); __sync_lock_release(&v); \
	printf("%ld\n", (long)v); } while (0)

struct s { int a, b; };

int main(void)
{
	ALL(signed char);
	ALL(unsigned char);
	ALL(short);
	ALL(unsigned short);
	ALL(int);
	ALL(unsigned);
	ALL(long);
	ALL(unsigned long);
	int x = 1, y = 2, z;
	__atomic_load(&x, &z, __ATOMIC_SEQ_CST);
	__atomic_store(&x, &y, __ATOMIC_SEQ_CST);
	__atomic_exchange(&x, &z, &y, __ATOMIC_SEQ_CST);
	printf("%d %d %d\n", x, y, z);
	printf("%d\n", __atomic_compare_exchange(&x, &z, &y, 0, 5, 5));
	int *p = &x, *q = &y;
	p = __atomic_exchange_n(&p, q, __ATOMIC_SEQ_CST);
	printf("%d\n", *p);
	bool flag = false;
	printf("%d ", __atomic_test_and_set(&flag, __ATOMIC_SEQ_CST));
	printf("%d ", __atomic_test_and_set(&flag, __ATOMIC_SEQ_CST));
	__atomic_clear(&flag, __ATOMIC_SEQ_CST);
	printf("%d\n", flag);
	__sync_synchronize();
	__atomic_thread_fence(__ATOMIC_SEQ_CST);
	printf("%d\n", __atomic_always_lock_free(4, 0));
	return 0;
}
