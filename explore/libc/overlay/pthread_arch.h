/* The thread pointer: the address of the only thread's descriptor, an object of
   compat/start.c. Stands in for musl's arch/x86_64/pthread_arch.h. */

extern struct __pthread __confcov_self;

static inline uintptr_t __get_tp(void)
{
	return (uintptr_t)&__confcov_self;
}

#define MC_PC gregs[REG_RIP]
