/* const, volatile, restrict and register change no value. */
#include <stdio.h>
#include <string.h>

static const int table[] = { 1, 2, 3 };
static const volatile int port = 7;
static volatile int count;
struct s { const int a; volatile char b; int *restrict p; };
typedef const char *string;
typedef int vector[3];

static int sum(const int *restrict a, int const *const restrict b, register int n)
{
	int s = 0;
	while (n--)
		s += a[n] * b[n];
	return s;
}
static size_t length(const char s[const]) { return strlen(s); }

int main(void)
{
	const int *p = table;
	int const *const q = table + 1;
	volatile int *v = &count;
	for (int i = 0; i < 5; i++)
		(*v)++, count += *v;
	printf("%d %d\n", count, sum(p, table, 3));
	printf("%d %d\n", *q, port);
	int x = 4;
	struct s s = { 1, 'b', &x };
	s.b += s.a;
	*s.p = s.b;
	printf("%c %d\n", s.b, x);
	string const t = "text";
	printf("%zu %s\n", length(t), t + 2);
	const vector w = { 4, 5, 6 };
	register const int *r = w;
	printf("%d %d\n", r[2], sum(w, w, 3));
	const struct s *cs = &s;
	printf("%d\n", *cs->p);
	int *alias = (int *)&x;
	*(volatile int *)alias = 55;
	printf("%d\n", x);
	volatile double d = 0.1;
	d = d + d + d;
	printf("%.17g\n", d);
	char *volatile vp = (char *)"abc";
	vp++;
	printf("%s\n", vp);
	return 0;
}
