/* va_copy, and va_list passed on. */
#include <stdio.h>
#include <stdarg.h>
#include <string.h>

static int add(int n, va_list ap) { int s = 0; while (n--) s += va_arg(ap, int); return s; }
static int first(va_list *ap) { return va_arg(*ap, int); }

static void both(int n, ...)
{
	va_list ap, again, third;
	va_start(ap, n);
	va_copy(again, ap);
	int a = va_arg(ap, int);
	va_copy(third, ap);
	printf("%d %d %d\n", a, add(n, again), add(n - 1, third));
	va_end(again);
	va_end(third);
	printf("%d ", first(&ap));
	printf("%d ", first(&ap));
	printf("%d\n", va_arg(ap, int));
	va_end(ap);
	va_start(ap, n);
	printf("%d\n", add(2, ap));
	va_end(ap);
}
static int format(char *out, size_t n, const char *f, ...)
{
	va_list ap, measure;
	va_start(ap, f);
	va_copy(measure, ap);
	int need = vsnprintf(0, 0, f, measure);
	va_end(measure);
	vsnprintf(out, n, f, ap);
	va_end(ap);
	return need;
}
struct state { va_list ap; int used; };
static void hold(struct state *s, ...) { va_start(s->ap, s); s->used = va_arg(s->ap, int) + va_arg(s->ap, int); va_end(s->ap); }

int main(void)
{
	both(4, 10, 20, 30, 40);
	char s[20];
	printf("%d ", format(s, sizeof s, "%d-%s-%.2f", 42, "abc", 1.5));
	printf("%s %zu\n", s, strlen(s));
	struct state st;
	hold(&st, 3, 4);
	printf("%d\n", st.used);
	return 0;
}
