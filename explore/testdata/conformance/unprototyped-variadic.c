/* A call without a prototype passes to a variadic function what it does not name. */
#include <stdarg.h>
#include <stdio.h>

struct triple { long a, b, c; };

static int sum(int n, ...)
{
	va_list ap;
	int s = 0;
	va_start(ap, n);
	while (n-- > 0)
		s += va_arg(ap, int);
	va_end(ap);
	return s;
}

static struct triple all(struct triple t, int n, ...)
{
	va_list ap;
	va_start(ap, n);
	t.a += va_arg(ap, double) * n;
	struct triple u = va_arg(ap, struct triple);
	t.b += u.b + u.c + va_arg(ap, long double);
	t.c = va_arg(ap, int);
	va_end(ap);
	return t;
}

int main(void)
{
	char text[40];
	struct triple t = { 1, 2, 3 };
	int (*print)() = (int (*)())snprintf, (*add)() = (int (*)())sum;
	struct triple (*collect)() = (struct triple (*)())all;
	print(text, sizeof text, "%d %.2f %s %Lg", 7, 2.5f, "x", 1.25L);
	puts(text);
	printf("%d\n", add(3, 1, 2, 3));
	t = collect(t, 4, 0.5, t, 2.5L, 'c');
	printf("%ld %ld %ld\n", t.a, t.b, t.c);
	return 0;
}
