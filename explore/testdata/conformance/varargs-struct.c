/* Structures and unions as variable arguments. */
#include <stdio.h>
#include <stdarg.h>

struct i { int a; };
struct two { long a, b; };
struct fd { float f; double d; };
struct big { int v[9]; };
struct c3 { char c[3]; };
struct ld { long double l; };
union u { double d; long l; };
struct mixed { int i; double d; };

static double sum(int n, ...)
{
	va_list ap;
	va_start(ap, n);
	double s = 0;
	while (n--) {
		switch (va_arg(ap, int)) {
		case 0: s += va_arg(ap, struct i).a; break;
		case 1: { struct two t = va_arg(ap, struct two); s += t.a + t.b; break; }
		case 2: { struct fd t = va_arg(ap, struct fd); s += t.f * t.d; break; }
		case 3: { struct big t; t = va_arg(ap, struct big); for (int i = 0; i < 9; i++) s += t.v[i]; break; }
		case 4: { struct c3 t = va_arg(ap, struct c3); s += t.c[0] + t.c[1] + t.c[2]; break; }
		case 5: s += va_arg(ap, struct ld).l; break;
		case 6: s += va_arg(ap, union u).d; break;
		case 7: s += va_arg(ap, struct mixed).d; break;
		}
		printf("%g ", s);
	}
	va_end(ap);
	return s;
}

int main(void)
{
	struct big b = { { 1, 2, 3, 4, 5, 6, 7, 8, 9 } };
	printf("%g\n", sum(4, 0, (struct i){ 5 }, 1, (struct two){ 6, 7 }, 2, (struct fd){ 1.5f, 2 }, 3, b));
	printf("%g\n", sum(4, 4, (struct c3){ { 1, 2, 3 } }, 5, (struct ld){ 0.5L }, 6, (union u){ 2.5 }, 7, (struct mixed){ 1, 8 }));
	printf("%g\n", sum(6, 7, (struct mixed){ 1, 1 }, 7, (struct mixed){ 1, 2 }, 7, (struct mixed){ 1, 3 }, 3, b, 1, (struct two){ 1, 1 }, 0, (struct i){ -1 }));
	return 0;
}
