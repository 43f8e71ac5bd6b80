/* switch on every integer type; case labels are converted to it. */
#include <stdio.h>
#include <stdbool.h>

enum color { RED, GREEN, BLUE = 7 };
static int on_ll(long long x) { switch (x) { case 0x100000000: return 1; case -0x100000000: return 2; case 0: return 3; case ~0ULL: return 4; } return 5; }
static int on_ull(unsigned long long x) { switch (x) { case -1: return 1; case 1ULL << 63: return 2; case 0x7fffffffffffffff: return 3; } return 4; }
static int on_u(unsigned x) { switch (x) { case -1: return 1; case 0x80000000: return 2; case 0x100000005: return 3; } return 4; }
static int on_uc(unsigned char x) { switch (x) { case 255: return 1; case -1: return 2; case 256: return 3; case 0: return 4; } return 5; }
static int on_sc(signed char x) { switch (x) { case 255: return 1; case -1: return 2; case -128: return 3; } return 4; }
static int on_s(short x) { switch (x) { case 32767: return 1; case -32768: return 2; } return 3; }
static int on_bool(bool b) { switch (b) { case true: return 1; case false: return 0; } return 2; }
static int on_enum(enum color c) { switch (c) { case RED: return 10; case GREEN: return 20; case BLUE: return 30; } return 40; }
static int on_char(void) { int n = 0; for (const char *s = "a\xe9 b\n"; *s; s++) switch (*s) { case '\xe9': n += 100; break; case '\n': n += 1000; break; case ' ': n += 10; break; default: n++; } return n; }
static int sparse(int x) { switch (x) { case 1: return 1; case 1000000: return 2; case -1000000: return 3; case 50: return 4; case 51: return 5; } return 0; }
static int nested(int a, int b)
{
	switch (a) {
	case 0:
		switch (b) { case 0: return 0; case 1: break; default: return 9; }
		return 1;
	case 1: switch (b) case 1: switch (a + b) { case 2: return 11; }
	default: return 20;
	}
}

int main(void)
{
	printf("%d %d %d %d %d\n", on_ll(0x100000000), on_ll(-0x100000000), on_ll(0), on_ll(-1), on_ll(1));
	printf("%d %d %d %d\n", on_ull(~0ULL), on_ull(1ULL << 63), on_ull(-1ULL >> 1), on_ull(1));
	printf("%d %d %d %d\n", on_u(-1), on_u(1U << 31), on_u(5), on_u(6));
	printf("%d %d %d\n", on_uc(255), on_uc(0), on_uc(-1));
	printf("%d %d %d\n", on_sc(255), on_sc(-128), on_sc(127));
	printf("%d %d %d\n", on_s(32767), on_s(32768), on_s(0));
	printf("%d %d %d %d %d\n", on_bool(5), on_bool(0), on_enum(GREEN), on_enum(7), on_enum(3));
	printf("%d %d %d %d\n", on_char(), sparse(1000000), sparse(51), sparse(52));
	printf("%d %d %d %d %d\n", nested(0, 0), nested(0, 1), nested(0, 2), nested(1, 1), nested(1, 2));
	return 0;
}
