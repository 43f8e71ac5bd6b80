/* Volatile locals keep the values they had at longjmp. */
#include <stdio.h>
#include <setjmp.h>

static jmp_buf env;
static int depth;
static void down(int n) { if (n == 0) longjmp(env, depth); depth++; down(n - 1); }

static int run(int start)
{
	volatile int v = start;
	volatile double d = 0.5;
	int before = start * 2;
	volatile struct { int a, b; } s = { 1, 2 };
	int r = setjmp(env);
	if (r == 0) {
		v++;
		d *= 3;
		s.b = 20;
		down(4);
		printf("not reached\n");
	}
	printf("%d %d %g %d %d %d\n", r, v, d, before, s.a, s.b);
	return r;
}

int main(void)
{
	run(1);
	depth = 0;
	run(7);
	volatile int count = 0;
	switch (setjmp(env)) {
	case 0:
		count++;
		longjmp(env, 5);
	case 5:
		count += 10;
		longjmp(env, 0);
	case 1:
		printf("longjmp with 0 gives 1\n");
	}
	printf("%d\n", count);
	if (!setjmp(env))
		longjmp(env, -3);
	for (volatile int i = 0; i < 3;) {
		if (setjmp(env) == 9) {
			i++;
			continue;
		}
		printf("%d ", i);
		longjmp(env, 9);
	}
	printf("\n");
	return 0;
}
