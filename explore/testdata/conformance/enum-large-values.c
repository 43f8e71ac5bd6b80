/* Enumerations that need more than int. */
#include <stdio.h>

enum a { A0 = 0, A1 = 4294967295u };
enum b { B0 = -1, B1 = 2147483648 };
enum c { C0 = 0x7fffffffffffffff };
enum d { D0 = 0xffffffffffffffff };
enum e { E0 = -2147483648, E1 = 2147483647 };
enum f { F0 = 4294967295, F1 };
enum g { G0 = 2147483647, G1 = G0 + 1l };
enum h { H0 = 1, H1 = 5000000000, H2 };
enum p { P0, P1 = 200 } __attribute__((packed));
enum q { Q0 = -1, Q1 = 200 } __attribute__((packed));

#define T(e) _Generic((e), int: "int", unsigned: "unsigned", long: "long", unsigned long: "unsigned long", signed char: "schar", \
	unsigned char: "uchar", short: "short", default: "?")
#define SHOW(t, v) printf("%zu %s %s %ld\n", sizeof(enum t), T((enum t)0), T(v), (long)v)

int main(void)
{
	SHOW(a, A0); SHOW(a, A1);
	SHOW(b, B0); SHOW(b, B1);
	SHOW(c, C0);
	SHOW(d, D0);
	SHOW(e, E0); SHOW(e, E1);
	SHOW(f, F0); SHOW(f, F1);
	SHOW(g, G0); SHOW(g, G1);
	SHOW(h, H0); SHOW(h, H1); SHOW(h, H2);
	SHOW(p, P1); SHOW(q, Q1);
	enum a x = A1;
	enum b y = B1;
	enum c z = C0;
	printf("%d %d %d\n", x > 0, y > 0, z + 1 < 0);
	x++;
	y = -y;
	printf("%u %ld\n", x, (long)y);
	enum p s = P1;
	s += 100;
	printf("%d\n", s);
	return 0;
}
