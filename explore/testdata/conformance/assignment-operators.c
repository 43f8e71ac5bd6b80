/* Compound assignment between all pairs of types. */
#include <stdio.h>

#define ONE(L, R, op, l, r) do { L a = (L)(l); R b = (R)(r); a op b; printf("%.9g ", (double)a); } while (0)
#define OPS(L, R, l, r) ONE(L, R, +=, l, r); ONE(L, R, -=, l, r); ONE(L, R, *=, l, r); ONE(L, R, /=, l, r)
#define INT(L, R, l, r) ONE(L, R, %=, l, r); ONE(L, R, &=, l, r); ONE(L, R, |=, l, r); ONE(L, R, ^=, l, r)
#define SHIFT(L, R, l, r) ONE(L, R, <<=, l, (r) & 7); ONE(L, R, >>=, l, (r) & 7)
#define ALL(L) do { printf("%s ", #L); OPS(L, int, 100, -7); OPS(L, unsigned, -3, 9); OPS(L, long, 77, 1L << 33); OPS(L, unsigned char, 200, 200); \
	OPS(L, float, 50, 2.5f); OPS(L, double, 12, 0.3); OPS(L, long double, 5, 1.5L); OPS(L, short, -1, -300); printf("\n"); } while (0)
#define INTS(L) do { INT(L, int, 100, -7); INT(L, unsigned, -3, 9); INT(L, long, 77, 1L << 33); INT(L, signed char, -100, 33); INT(L, unsigned long, -9, 1000); \
	SHIFT(L, int, -5, 3); SHIFT(L, unsigned long, 200, 6); SHIFT(L, signed char, 77, 2); printf("\n"); } while (0)

int main(void)
{
	ALL(signed char);
	ALL(short);
	ALL(unsigned short);
	ALL(int);
	ALL(unsigned);
	ALL(long);
	ALL(unsigned long);
	ALL(float);
	ALL(double);
	ALL(_Bool);
	INTS(signed char);
	INTS(unsigned char);
	INTS(short);
	INTS(int);
	INTS(unsigned);
	INTS(long);
	INTS(unsigned long);
	return 0;
}
