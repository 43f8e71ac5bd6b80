/* Several environments; jumps over several frames and out of handlers. */
#include <stdio.h>
#include <setjmp.h>
#include <signal.h>
#include <stdlib.h>

static jmp_buf outer, inner, *current;
static sigjmp_buf sig;
static int visits;

static void thrower(int n) { visits++; longjmp(*current, n); }
static int guarded(int n)
{
	jmp_buf mine, *saved = current;
	int r;
	current = &mine;
	if ((r = setjmp(mine)) == 0) {
		if (n > 2)
			thrower(n);
		r = -n;
	}
	current = saved;
	return r;
}
static void handler(int s) { siglongjmp(sig, s); }
static int cmp(const void *a, const void *b) { if (*(int *)a == 3) longjmp(inner, 33); return *(int *)a - *(int *)b; }

int main(void)
{
	for (int i = 0; i < 5; i++)
		printf("%d ", guarded(i));
	printf("%d\n", visits);
	int r;
	if ((r = setjmp(outer)) == 0) {
		if (setjmp(inner) == 0)
			longjmp(inner, 1);
		else
			longjmp(outer, 2);
	}
	printf("%d\n", r);
	signal(SIGUSR1, handler);
	volatile int times = 0;
	if (sigsetjmp(sig, 1) < 1 || times < 3) {
		times++;
		raise(SIGUSR1);
	}
	printf("%d\n", times);
	int v[] = { 5, 1, 3, 2 };
	if ((r = setjmp(inner)) == 0)
		qsort(v, 4, sizeof *v, cmp);
	printf("%d\n", r);
	return 0;
}
