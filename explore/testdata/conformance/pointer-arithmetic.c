/* Adding to, subtracting and stepping pointers. */
#include <stdio.h>
#include <stddef.h>

struct big { char c[37]; };
static int a[10] = { 0, 10, 20, 30, 40, 50, 60, 70, 80, 90 };
static struct big b[5];

int main(void)
{
	int *p = a + 3, *q = &a[9];
	printf("%d %d %d %d\n", *p, p[2], p[-2], *(p + 1) + 2[p]);
	printf("%td %td %d\n", q - p, p - q, (int)(q - a));
	printf("%d ", *p++);
	printf("%d ", *++p);
	printf("%d ", (*p)++);
	printf("%d ", ++*p);
	printf("%d ", *p--);
	printf("%d\n", *--p);
	p += 2;
	p -= -1;
	printf("%td\n", p - a);
	struct big *s = b, *e = b + 5;
	printf("%td %td %td\n", e - s, (char *)e - (char *)s, &s[4] - &s[1]);
	s += 3;
	printf("%td %td\n", s - b, (char *)s - b[0].c);
	unsigned char k = 200;
	unsigned u = -1;
	long l = -1;
	short h = 2;
	char big[300];
	printf("%td %td %td %td\n", &big[k] - big, (a + 5 + l) - a, (a + 5) - h - a, (q + (int)u) - a);
	void *v = a;
	v += 8;
	v++;
	printf("%td %d\n", (char *)v - (char *)a, *(int *)(v - 1));
	const char *str = "pointer";
	while (*str && *str != 't')
		str++;
	printf("%s\n", str);
	int n = 0;
	for (int *i = a; i != a + 10; ++i)
		n += *i;
	printf("%d\n", n);
	char *end = (char *)(a + 10);
	printf("%td %zu\n", end - (char *)&a[8], (size_t)(end - (char *)a) / sizeof *a);
	p = a;
	*p++ = *p++ + 0 * n;
	printf("%td\n", p - a);
	return 0;
}
