/* Sets of processors of any size, and what a program asks of the processor. */
#define _GNU_SOURCE
#include <sched.h>
#include <stdio.h>

int main(void)
{
	cpu_set_t *set = CPU_ALLOC(1000);
	size_t size = CPU_ALLOC_SIZE(1000);

	CPU_ZERO_S(size, set);
	CPU_SET_S(70, size, set);
	CPU_SET_S(999, size, set);
	printf("%zu %d %d %d\n", size, CPU_COUNT_S(size, set), !!CPU_ISSET_S(999, size, set), !!CPU_ISSET_S(998, size, set));
	CPU_FREE(set);
	__builtin_cpu_init();
	printf("%d\n", __builtin_cpu_is("btver1"));
	return 0;
}
