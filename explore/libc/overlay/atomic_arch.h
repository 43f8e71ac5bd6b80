/* Atomic operations for one thread: plain C. Stands in for musl's
   arch/x86_64/atomic_arch.h; what is not here, atomic.h builds of these. */

void __confcov_crash(void);

#define a_cas a_cas
static inline int a_cas(volatile int *p, int expected, int desired)
{
	int old = *p;
	if (old == expected) *p = desired;
	return old;
}

#define a_cas_p a_cas_p
static inline void *a_cas_p(volatile void *p, void *expected, void *desired)
{
	void **cell = (void **)p;
	void *old = *cell;
	if (old == expected) *cell = desired;
	return old;
}

#define a_swap a_swap
static inline int a_swap(volatile int *p, int v)
{
	int old = *p;
	*p = v;
	return old;
}

#define a_fetch_add a_fetch_add
static inline int a_fetch_add(volatile int *p, int v)
{
	int old = *p;
	*p = (int)((unsigned)old + (unsigned)v);
	return old;
}

#define a_and a_and
static inline void a_and(volatile int *p, int v)
{
	*p &= v;
}

#define a_or a_or
static inline void a_or(volatile int *p, int v)
{
	*p |= v;
}

#define a_and_64 a_and_64
static inline void a_and_64(volatile uint64_t *p, uint64_t v)
{
	*p &= v;
}

#define a_or_64 a_or_64
static inline void a_or_64(volatile uint64_t *p, uint64_t v)
{
	*p |= v;
}

#define a_store a_store
static inline void a_store(volatile int *p, int v)
{
	*p = v;
}

#define a_barrier a_barrier
static inline void a_barrier(void)
{
}

#define a_spin a_spin
static inline void a_spin(void)
{
}

#define a_crash a_crash
static inline void a_crash(void)
{
	__confcov_crash();
}
