/* Places that need integer constant expressions. */
#include <stdio.h>
#include <stddef.h>

struct s { char a; int b[3]; struct { short x, y; } in[2]; };
enum { A = sizeof(struct s), B = offsetof(struct s, in[1].y), C = 1 ? 7 : 1 / 1, D = (int)3.9, E = 'a' < 'b', F = -7 / 2, G = -7 % 3,
	H = ~0u >> 28, I = !5 || 2 && 3, J = (unsigned char)300, K = 5 > 3 ? 10 : 20, L = sizeof(int[A]) / sizeof(int), M = (_Bool)8,
	N = 1 ? 2 : 3, O = __alignof__(double), P = (char)200, Q = 3, R };
static char array[A + B];
static int bits[(10 * 20 - 1) / 7];
struct b { unsigned f : 3 + 4, : 0, g : sizeof(int) * 2; };
_Static_assert(sizeof array == A + B, "size");
static const int k = A * 3;
static int sw(int x)
{
	switch (x) {
	case A: return 1;
	case A + 1: return 2;
	case 1 << 10 | 1: return 3;
	case -1 ? 100 : 0: return 4;
	case (char)300: return 5;
	case sizeof(long) * 1000: return 6;
	}
	return 0;
}

int main(void)
{
	printf("%d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d\n", A, B, C, D, E, F, G, H, I, J, K, L, M, N, O, P, R);
	printf("%zu %zu %zu %d\n", sizeof array, sizeof bits / sizeof *bits, sizeof(struct b), k);
	printf("%d%d%d%d%d%d%d\n", sw(A), sw(A + 1), sw(1025), sw(100), sw(44), sw(8000), sw(-5));
	int a[] = { [A] = 1, [B ... B + 2] = 2 };
	printf("%zu %d %d\n", sizeof a / sizeof *a, a[A], a[B + 1]);
	return 0;
}
