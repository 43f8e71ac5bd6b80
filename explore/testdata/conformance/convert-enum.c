/* Enumerations convert to and from every integer type. */
#include <stdio.h>

enum color { RED, GREEN = 5, BLUE };
enum sign { NEG = -1, POS = 1 };
enum big { BIG = 0x123456789 };

static enum color next(enum color c) { return c == BLUE ? RED : c + 1; }
static double widen(enum sign s) { return s; }

int main(void)
{
	enum color c = RED;
	enum sign s = -7;
	enum big g = BIG;
	for (int i = 0; i < 9; i++) {
		printf("%d ", c);
		c = next(c);
	}
	printf("\n%g %g\n", widen(NEG), widen(s));
	printf("%d %d\n", c < -1, s < 0);
	c = 300;
	unsigned char uc = c;
	signed char sc = g;
	short sh = s;
	printf("%d %d %d %d\n", uc, sc, sh, c);
	c = 3.9;
	printf("%d %lx\n", c, (long)g);
	c = -1;
	printf("%d %u\n", c == -1, c);
	c += 2;
	c++;
	printf("%d\n", c);
	s <<= 2;
	printf("%d %d\n", s, s >> 1);
	printf("%zu %zu %zu %zu\n", sizeof c, sizeof s, sizeof g, sizeof RED);
	printf("%d\n", _Generic(RED, int: 1, default: 2));
	printf("%d %d\n", _Generic(c, unsigned: 1, int: 2, default: 3), _Generic(s, unsigned: 1, int: 2, default: 3));
	enum color *p = &c;
	*(unsigned *)p = 77;
	printf("%d\n", c);
	return 0;
}
