/* Parameters of a transparent union take any of its members. */
#include <stdio.h>

union arg { int *i; float *f; const char *s; } __attribute__((transparent_union));
typedef union { long l; unsigned long u; } num __attribute__((transparent_union));
static int deref(int kind, union arg a) { return kind == 0 ? *a.i : kind == 1 ? *a.f : a.s[0]; }
static long twice(num n) { return n.l * 2; }

int main(void)
{
	int i = 7;
	float f = 2.5f;
	union arg u = { .i = &i };
	printf("%d %d %d %d\n", deref(0, &i), deref(1, &f), deref(2, "A"), deref(0, u));
	printf("%ld %ld\n", twice(21L), twice(~0UL));
	num n = { 4 };
	printf("%ld %zu\n", twice(n), sizeof n);
	return 0;
}
