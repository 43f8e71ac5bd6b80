/* if and else: which belongs to which, deep nesting, empty branches. */
#include <stdio.h>

static int dangling(int a, int b) { if (a) if (b) return 1; else return 2; return 3; }
static int braces(int a, int b) { if (a) { if (b) return 1; } else return 2; return 3; }
static int chain(int x) { if (x < 0) return -1; else if (x == 0) return 0; else if (x < 10) return 1; else if (x < 100) return 2; else return 3; }
static int empty(int x) { if (x) ; else x = 7; if (x == 7) { } else { x++; } return x; }
static int assigned(int x) { int r; if ((r = x * 2) > 10) r -= 10; else r += 10; return r; }
static int mixed(int a, int b, int c) { if (a && (b || c)) { if (!b) return 1; if (!c) return 2; return 3; } if (a || b && c) return 4; return 5; }
static int pointer(const char *s) { if (s && *s) return *s; if (s) return -1; return -2; }
static int real(double d) { if (d) { if (d < 0) return -1; return 1; } return 0; }
static int loops(int n) { int r = 0; for (int i = 0; i < n; i++) if (i % 2) if (i % 3) r += i; else r -= i; else while (r > 10) if (r % 2) r -= 3; else r -= 2; return r; }

int main(void)
{
	for (int a = 0; a < 2; a++)
		for (int b = 0; b < 2; b++) {
			printf("%d%d ", dangling(a, b), braces(a, b));
			for (int c = 0; c < 2; c++)
				printf("%d ", mixed(a, b, c));
		}
	printf("\n%d %d %d %d %d\n", chain(-5), chain(0), chain(5), chain(50), chain(500));
	printf("%d %d %d %d\n", empty(0), empty(7), empty(3), assigned(4) + assigned(6));
	printf("%d %d %d\n", pointer("a"), pointer(""), pointer(0));
	printf("%d %d %d %d %d\n", real(0.5), real(-0.0), real(-1e-300), real(0.0), loops(30));
	return 0;
}
