/* va_start, va_arg, va_copy, va_end with all kinds of arguments. */
#include <stdarg.h>
#include <stdio.h>
struct small { char c[3]; }; struct big { long a[5]; };
static int sum(int n, ...) { va_list ap, cp; int s = 0; va_start(ap, n); va_copy(cp, ap); while (n--) s += va_arg(ap, int); s = s * 100 + va_arg(cp, int); va_end(cp); va_end(ap); return s; }
static void show(const char *f, va_list *ap)
{
	for (; *f; f++) switch (*f) {
	case 'i': printf("i%d ", va_arg(*ap, int)); break;
	case 'l': printf("l%ld ", va_arg(*ap, long)); break;
	case 'd': printf("d%g ", va_arg(*ap, double)); break;
	case 'D': printf("D%Lg ", va_arg(*ap, long double)); break;
	case 's': printf("s%s ", va_arg(*ap, char *)); break;
	case 'S': { struct small s = va_arg(*ap, struct small); printf("S%c%c%c ", s.c[0], s.c[1], s.c[2]); break; }
	case 'B': { struct big b = va_arg(*ap, struct big); printf("B%ld ", b.a[0] + b.a[4]); break; }
	}
}
static void all(const char *f, ...) { va_list ap; va_start(ap, f); show(f, &ap); va_end(ap); putchar('\n'); }
static int via(char *b, const char *f, ...) { va_list ap; va_start(ap, f); int n = vsnprintf(b, 40, f, ap); va_end(ap); return n; }
static void first(int a, int b, double d, ...) { va_list ap; va_start(ap, d); printf("%d %d %g %d\n", a, b, d, va_arg(ap, int)); va_end(ap); }
int main(void)
{
	struct small s = { "xyz" }; struct big b = { { 1, 2, 3, 4, 50 } }; char buf[40]; char c = 'q'; float f = 1.5f; short sh = -4;
	printf("%d\n", sum(4, 1, 2, 3, 4));
	all("ildsi", 1, 2L, 3.5, "four", 5); all("iSBDi", -1, s, b, 7.25L, 9); all("DiDSSd", 1.0L, 2, 3.0L, s, s, (double)f); all("iid", c, sh, f);
	printf("%d %s\n", via(buf, "%d-%s-%5.2f", 12, "ab", 3.14159), buf); first(1, 2, 3.5, 4);
	printf("%d %ld %lld %c %s %p %x %o %5d|%-5d|%05d %g %e %.3f %Lf %hhd %hd %zu %%\n", -1, -2L, -3LL, 'c', "str", (void *)16, 255, 8, 42, 42, 42, 0.1, 12345.678, 2.0 / 3, 1.25L, (char)300, (short)70000, sizeof(int));
	return 0;
}
