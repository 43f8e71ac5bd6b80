/* A cast of a bit-field is no bit-field: it has its type's width and sign. */
#include <stdio.h>

static struct {
	int a : 5;
	unsigned b : 9;
	long c : 33;
	unsigned long d : 40;
} s = { 7, 278, 1796656008, 0xff00000000 };

int main(void)
{
	printf("%ld %ld\n", 7 * (long)s.c, -(long)s.c * 5);
	printf("%ld\n", s.a + 31 * s.b + 7 * (long)s.c);
	printf("%ld\n", (s.a ? (long)s.c : 1L) * 9);
	printf("%lu\n", (unsigned long)s.d * 16);
	printf("%d %d\n", s.b - 300 < 0, (unsigned)s.b - 300 < 0);
	return 0;
}
