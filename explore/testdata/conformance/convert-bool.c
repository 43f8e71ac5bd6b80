/* Conversion to _Bool is comparison with zero. */
#include <stdio.h>
#include <stdbool.h>
#include <math.h>

static _Bool same(_Bool b) { return b; }
static _Bool both(int a, double d) { return a && d; }

int main(void)
{
	int x = 0;
	_Bool b[] = { 256, 0.5, -0.0, 0.1f, 0.0L, 1e-4000L, &x, (void *)0, (_Bool)"", 'a' - 'a', 0x100000000, NAN };
	for (unsigned i = 0; i < sizeof b; i++)
		printf("%d", b[i]);
	printf("\n");
	printf("%d %d %d\n", same(1024), same(0.25), same(&x != 0));
	printf("%d %d\n", both(4, 0.5), both(4, 0));
	volatile double d = 1e-300;
	volatile float f = 0;
	volatile long long l = 1LL << 40;
	volatile unsigned char c = 128;
	printf("%d %d %d %d\n", (_Bool)d, (_Bool)f, (_Bool)l, (bool)c);
	printf("%d %d\n", (bool)(l & 1), (int)l != 0);
	_Bool t = l;
	t = t == true;
	printf("%d %zu %d\n", t, sizeof t, t + t);
	t = f || d;
	t &= 2;
	printf("%d\n", t);
	t |= 2;
	printf("%d\n", t);
	t *= 0.5;
	printf("%d\n", t);
	return !t;
}
