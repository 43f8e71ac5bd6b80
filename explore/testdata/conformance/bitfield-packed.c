/* Bit-fields of packed structures, which may cross the units of their types. */
#include <stdio.h>
#include <string.h>

struct a { char c; int f : 30; int g : 30; } __attribute__((packed));
struct b { unsigned f : 3; unsigned long g : 61; unsigned h : 9; } __attribute__((packed));
struct c { short s; int f : 7 __attribute__((packed)); long g : 60 __attribute__((packed)); };
struct d { char c; int : 0; int f : 4; char d; } __attribute__((packed));
#pragma pack(push, 1)
struct e { char c; long f : 59; int g : 13; };
#pragma pack(pop)
#pragma pack(push, 2)
struct f { char c; int f : 20; int g : 20; long l; };
#pragma pack(pop)

static void dump(const void *p, int n) { for (const unsigned char *b = p; n--; b++) printf("%02x", *b); printf("\n"); }
#define ONE(t, m, v) do { struct t x; memset(&x, 0, sizeof x); x.m = v; dump(&x, sizeof x); \
	printf("%lld ", (long long)x.m); x.m += 3; printf("%lld\n", (long long)x.m); } while (0)

int main(void)
{
	printf("%zu %zu %zu %zu %zu %zu\n", sizeof(struct a), sizeof(struct b), sizeof(struct c), sizeof(struct d), sizeof(struct e), sizeof(struct f));
	ONE(a, f, 0x12345678); ONE(a, g, -2); ONE(a, c, 5);
	ONE(b, f, 6); ONE(b, g, 0x123456789abcdef0); ONE(b, h, 0x1ff);
	ONE(c, s, -1); ONE(c, f, 63); ONE(c, g, -5);
	ONE(d, f, 7); ONE(d, d, 1);
	ONE(e, f, 0x3ffffffffffffff); ONE(e, g, -1);
	ONE(f, f, 0x7ffff); ONE(f, g, 1); ONE(f, l, -1);
	struct a x[3];
	memset(x, 0xff, sizeof x);
	x[1].f = 0;
	x[2].g++;
	dump(x, sizeof x);
	return 0;
}
