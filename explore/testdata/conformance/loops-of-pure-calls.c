/* More endless loops that begin with calls that return: what is called, and what the result is assigned to. */
#include <stdio.h>
#include <string.h>
#include <stdlib.h>
#include <ctype.h>
static unsigned u1(void) { return 3; }
int pure(int) __attribute__((pure));
int pure(int x) { return x + 1; }
static int k;
static int b1(const char *p)
{
	int n = 0;
	while (1) {
		n = strlen(p);
		if (n < 3)
			break;
		p++;
	}
	return n;
}
static int b2(const char *p)
{
	unsigned long n;
	for (;;) {
		n = strlen(p);
		if (n < 3)
			break;
		p++;
	}
	return n;
}
static int b3(const char *p)
{
	int n;
	for (;;) {
		n = strcmp(p, "f");
		if (n == 0)
			break;
		p++;
	}
	return n;
}
static int b4(int x)
{
	for (;;) {
		x = pure(x);
		if (x > 6)
			break;
		k++;
	}
	return x;
}
static int b5(int x)
{
	for (;;) {
		k = pure(x++);
		if (k > 6)
			break;
		k++;
	}
	return x;
}
static int b6(const char *p)
{
	const char *a[3] = {0};
	for (;;) {
		a[1] = strchr(p, ' ');
		if (!a[1])
			break;
		p = a[1] + 1;
	}
	return p - a[0] > 0;
}
static int b7(const char *p)
{
	for (;;) {
		strchr(p, ' ');
		if (!*p)
			break;
		p++;
	}
	return *p;
}
static int b8(const char *p)
{
	for (;;) {
		int n = strcmp(p, "f");
		if (n == 0)
			return n;
		p++;
	}
}
static int b9(int x)
{
	do {
		abs(x);
		x = abs(x) - 1;
		if (x == 3)
			continue;
	} while (x > 0);
	return x;
}
static int b10(const char *p)
{
	for (;;) {
		if (strcmp(p, "f") == 0)
			return 0;
		p++;
	}
}
static int b11(const char *p)
{
	for (;;) {
		unsigned n = (unsigned)strcmp(p, "f");
		if (n == 0 || u1() == 4)
			return n;
		p++;
	}
}
static int b12(char *p)
{
	for (;;) {
		*p = toupper(*p), p++;
		if (!*p)
			return 0;
	}
}
static int b13(char *p)
{
	for (;;) {
		p = memchr(p, 'a', strlen(p));
		if (!p)
			return 0;
	p++;
	}
}
int main(void)
{
	char t2[] = "xyz", t[] = "abcdef", w[] = "aaaab ";
	printf("%d %d %d %d %d %d\n", b1(t), b2(t), b3(t), b4(2), b5(2), b6("one two three"));
	printf("%d %d %d %d %d %d %d\n", b7(t), b8(t), b9(7), b10(t), b11(t), b12(t2), b13(w));
	return 0;
}
