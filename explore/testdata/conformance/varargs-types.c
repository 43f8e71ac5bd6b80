/* Variable arguments of every type. */
#include <stdio.h>
#include <stdarg.h>

enum e { E0, E9 = 9 };
static void show(const char *types, ...)
{
	va_list ap;
	va_start(ap, types);
	for (; *types; types++)
		switch (*types) {
		case 'i': printf("%d ", va_arg(ap, int)); break;
		case 'u': printf("%u ", va_arg(ap, unsigned)); break;
		case 'l': printf("%ld ", va_arg(ap, long)); break;
		case 'U': printf("%lu ", va_arg(ap, unsigned long)); break;
		case 'q': printf("%lld ", va_arg(ap, long long)); break;
		case 'd': printf("%g ", va_arg(ap, double)); break;
		case 'D': printf("%Lg ", va_arg(ap, long double)); break;
		case 's': printf("%s ", va_arg(ap, const char *)); break;
		case 'p': printf("%d ", *va_arg(ap, int *)); break;
		case 'f': printf("%d ", va_arg(ap, int (*)(int))(5)); break;
		case 'e': printf("%d ", va_arg(ap, enum e)); break;
		case 'c': printf("%c ", (char)va_arg(ap, int)); break;
		}
	va_end(ap);
	printf("\n");
}
static int triple(int x) { return 3 * x; }

int main(void)
{
	int x = 77;
	char c = -1;
	unsigned char uc = 255;
	short s = -300;
	unsigned short us = 65535;
	_Bool b = 5;
	float f = 1.25f;
	show("iiiiid", c, uc, s, us, b, f);
	show("ulUq", 4000000000u, -5L, ~0UL, 1LL << 62);
	show("dDdD", 0.5, 1.5L, f * 2, -2.25L);
	show("spfec", "text", &x, triple, E9, 'z');
	show("iiiiiiiiiiii", 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12);
	show("dddddddddddd", .1, .2, .3, .4, .5, .6, .7, .8, .9, 1., 1.1, 1.2);
	show("idididDidsidi", 1, 1.5, 2, 2.5, 3, 3.5, 4.5L, 4, 4.5, "mid", 5, 5.5, 6);
	show("");
	return 0;
}
