/* Where bit-fields lie. */
#include <stdio.h>
#include <string.h>

#define SHOW(t, m) do { t v; memset(&v, 0, sizeof v); v.m = -1; printf("%s %s %zu:", #t, #m, sizeof v); \
	for (unsigned i = 0; i < sizeof v; i++) printf(" %02x", ((unsigned char *)&v)[i]); printf("\n"); } while (0)

struct a { char c; int f : 5; int g : 30; };
struct b { int f : 5; int : 0; int g : 3; char c; };
struct c { char f : 3; short g : 10; int h : 20; long i : 50; };
struct d { unsigned f : 1; unsigned : 7; unsigned g : 1; unsigned : 32; unsigned h : 1; };
struct e { char c; int : 0; char d; };
struct f { long f : 60; int g : 5; };
struct g { int f : 24; char c; short s : 9; };
union h { int f : 3; char c; long g : 37; };
struct i { int : 3; };
struct j { short f : 9; long g : 55; _Bool h : 1; };
struct k { unsigned char f : 7, g : 7, h : 7; };
struct l { int a; long : 0; char b; };
struct m { char a : 4; long long : 0; char b : 4; };

int main(void)
{
	SHOW(struct a, f); SHOW(struct a, g);
	SHOW(struct b, f); SHOW(struct b, g); SHOW(struct b, c);
	SHOW(struct c, f); SHOW(struct c, g); SHOW(struct c, h); SHOW(struct c, i);
	SHOW(struct d, f); SHOW(struct d, g); SHOW(struct d, h);
	SHOW(struct e, c); SHOW(struct e, d);
	SHOW(struct f, f); SHOW(struct f, g);
	SHOW(struct g, f); SHOW(struct g, c); SHOW(struct g, s);
	SHOW(union h, f); SHOW(union h, g);
	SHOW(struct j, f); SHOW(struct j, g); SHOW(struct j, h);
	SHOW(struct k, f); SHOW(struct k, g); SHOW(struct k, h);
	SHOW(struct l, a); SHOW(struct l, b);
	SHOW(struct m, a); SHOW(struct m, b);
	printf("%zu %zu\n", sizeof(struct i), _Alignof(struct i));
	return 0;
}
