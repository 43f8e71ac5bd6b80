/* _Atomic types and <stdatomic.h>. */
#include <stdio.h>
#include <stdatomic.h>

static _Atomic int counter = 5;
static atomic_long total = ATOMIC_VAR_INIT(7);
static _Atomic(unsigned char) small;
static atomic_flag flag = ATOMIC_FLAG_INIT;
struct s { _Atomic int a; _Atomic short b; };

int main(void)
{
	counter++;
	counter += 10;
	--counter;
	counter <<= 1;
	printf("%d %d\n", counter, counter++);
	small = 250;
	small += 10;
	printf("%d %zu\n", small, sizeof small);
	atomic_init(&total, 100);
	printf("%ld ", atomic_fetch_add(&total, 5));
	printf("%ld ", atomic_load(&total));
	printf("%ld ", atomic_fetch_sub_explicit(&total, 3, memory_order_relaxed));
	atomic_store(&total, 50);
	printf("%ld ", atomic_exchange(&total, 60));
	printf("%ld %ld %ld\n", atomic_fetch_or(&total, 3), atomic_fetch_and(&total, 6), atomic_fetch_xor(&total, 1));
	long e = 1;
	printf("%d ", atomic_compare_exchange_strong(&total, &e, 2));
	printf("%ld %d ", e, atomic_compare_exchange_weak(&total, &e, 2));
	printf("%ld\n", total);
	printf("%d ", atomic_flag_test_and_set(&flag));
	printf("%d ", atomic_flag_test_and_set_explicit(&flag, memory_order_acquire));
	atomic_flag_clear(&flag);
	printf("%d\n", atomic_flag_test_and_set(&flag));
	struct s s = { 1, 2 };
	s.a += s.b;
	printf("%d %d\n", s.a, atomic_is_lock_free(&s.a));
	_Atomic int *p = &counter;
	*p = 3;
	(*p)--;
	printf("%d\n", atomic_fetch_add(p, 1) + counter);
	int *_Atomic q = 0, x = 9;
	q = &x;
	printf("%d\n", *q);
	atomic_thread_fence(memory_order_seq_cst);
	atomic_int ai;
	atomic_init(&ai, 4);
	return ai;
}
