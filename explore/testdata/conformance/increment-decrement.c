/* ++ and -- on every scalar type, before and after. */
#include <stdio.h>

#define T(T, v, f) do { T x = v; printf(f " ", x++); printf(f " ", ++x); printf(f " ", x--); printf(f " ", --x); printf(f "\n", x); } while (0)
enum e { A, B, C };
struct s { char c; short h[2]; float f; };

int main(void)
{
	T(signed char, 126, "%d");
	T(unsigned char, 254, "%d");
	T(short, 32766, "%d");
	T(unsigned short, 65534, "%d");
	T(int, 2147483646, "%d");
	T(unsigned, 4294967294u, "%u");
	T(long, 0x7ffffffffffffffe, "%ld");
	T(unsigned long, -2ul, "%lu");
	T(_Bool, 0, "%d");
	T(float, 16777215, "%.9g");
	T(double, -0.5, "%g");
	T(long double, 1.5L, "%Lg");
	T(enum e, B, "%d");
	char text[] = "pointer", *p = text + 3;
	printf("%c%c%c%c\n", *p++, *++p, *p--, *--p);
	struct s s = { 'a', { 1, 2 }, 0.5f }, *q = &s;
	q->c++;
	++q->h[1];
	q->f--;
	int i = 0;
	s.h[i++]--;
	printf("%c %d %d %g %d\n", s.c, s.h[0], s.h[1], s.f, i);
	int a[5] = { 0 };
	for (i = 0; i < 5; a[i++]++)
		;
	printf("%d %d\n", a[4], i);
	(*&i)++;
	int **pp, *pi = a;
	pp = &pi;
	++**pp;
	(*pp)++;
	printf("%d %d %td\n", i, a[0], pi - a);
	volatile int v = 1;
	v++;
	printf("%d\n", v-- - --v);
	return 0;
}
