/* GNU ranges of case labels. */
#include <stdio.h>
#include <limits.h>

static char kind(int c)
{
	switch (c) {
	case '0' ... '9': return 'd';
	case 'a' ... 'f': case 'A' ... 'F': return 'x';
	case 'g' ... 'z': return 'l';
	case -5 ... -1: return 'n';
	case 1000 ... 1000: return 'k';
	case INT_MAX - 2 ... INT_MAX: return 'M';
	case INT_MIN ... INT_MIN + 2: return 'm';
	default: return '?';
	}
}
static int wide(unsigned long n)
{
	switch (n) {
	case 0 ... 9: return 1;
	case 10 ... 99: return 2;
	case 100 ... 999: return 3;
	case 0xfffffffffffffff0 ... 0xffffffffffffffff: return 20;
	}
	return 0;
}
static int edges(unsigned char c) { switch (c) { case 0 ... 127: return 0; case 128 ... 255: return 1; } return 2; }
static int narrow(signed char c) { switch (c) { case -128 ... -1: return -1; case 0: return 0; case 1 ... 127: return 1; } return 9; }

int main(void)
{
	const char *s = "0a9fFGzg Z~";
	for (; *s; s++)
		printf("%c", kind(*s));
	printf("%c%c%c%c%c%c%c%c%c\n", kind(-5), kind(-1), kind(-6), kind(1000), kind(1001), kind(INT_MAX), kind(INT_MAX - 3), kind(INT_MIN + 2), kind(INT_MIN + 3));
	printf("%d %d %d %d %d\n", wide(9), wide(10), wide(999), wide(1000), wide(-3));
	for (int i = 0; i < 256; i += 51)
		printf("%d%d ", edges(i), narrow(i));
	printf("\n");
	return 0;
}
