/* Bit-fields of enumeration types. */
#include <stdio.h>

enum u { A, B, C, D };
enum s { M = -1, Z, P };
struct t { enum u a : 2; enum s b : 2; enum u c : 8; enum u d; };

int main(void)
{
	struct t t = { D, M, 255, C };
	printf("%d %d %d %d %zu\n", t.a, t.b, t.c, t.d, sizeof t);
	t.a++;
	t.b--;
	t.c += 2;
	printf("%d %d %d\n", t.a, t.b, t.c);
	printf("%d %d\n", t.a - 1 < 0, t.b < 0);
	t.a = t.b = P;
	t.b = 2;
	printf("%d %d\n", t.a, t.b);
	switch (t.a) {
	case A: printf("A\n"); break;
	case B: printf("B\n"); break;
	default: printf("other\n");
	}
	enum u e = t.c = 511;
	printf("%d %d\n", e, t.c);
	return t.a == B ? 3 : 4;
}
