/* Structures of all sizes as arguments and results. */
#include <stdio.h>
#include <string.h>

#define DEFINE(n) struct s##n { unsigned char b[n]; }; \
	static struct s##n make##n(int seed) { struct s##n s; for (int i = 0; i < n; i++) s.b[i] = seed + i; return s; } \
	static int sum##n(int before, struct s##n s, int after) { for (int i = 0; i < n; i++) before += s.b[i] * (i + 1); s.b[0] = 0; return before + after; } \
	static struct s##n twice##n(struct s##n s) { for (int i = 0; i < n; i++) s.b[i] *= 2; return s; }
#define USE(n) do { struct s##n s = make##n(n); int (*f)(int, struct s##n, int) = sum##n; \
	printf("%d: %d %d %d\n", n, f(1, s, 2), sum##n(0, twice##n(twice##n(s)), 0), make##n(3).b[n - 1] + s.b[0]); } while (0)

DEFINE(1) DEFINE(2) DEFINE(3) DEFINE(4) DEFINE(5) DEFINE(6) DEFINE(7) DEFINE(8) DEFINE(9) DEFINE(12) DEFINE(15) DEFINE(16)
DEFINE(17) DEFINE(24) DEFINE(31) DEFINE(32) DEFINE(33) DEFINE(64) DEFINE(100) DEFINE(257)

int main(void)
{
	USE(1); USE(2); USE(3); USE(4); USE(5); USE(6); USE(7); USE(8); USE(9); USE(12); USE(15); USE(16);
	USE(17); USE(24); USE(31); USE(32); USE(33); USE(64); USE(100); USE(257);
	return 0;
}
