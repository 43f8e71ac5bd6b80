/* Bit-fields: layout, sign, promotion, assignment. */
#include <stdio.h>
#include <string.h>
struct a { char c; int f : 3; char d; };
struct b { unsigned x : 1, y : 7; signed z : 5; unsigned long w : 40; _Bool t : 1; };
struct c { int a : 5; int : 0; int b : 3; unsigned : 4; short s : 9; } __attribute__((packed));
struct d { unsigned char lo : 4, hi : 4; unsigned short m : 12; };
union u { struct { unsigned lo : 16, hi : 16; }; unsigned all; };
static struct b sb = { 1, 100, -3, 0x123456789a, 1 };
static void dump(const void *p, int n) { const unsigned char *b = p; while (n--) printf("%02x", *b++); putchar('\n'); }
int main(void)
{
	printf("%zu %zu %zu %zu\n", sizeof(struct a), sizeof(struct b), sizeof(struct c), sizeof(struct d));
	struct a a; memset(&a, 0, sizeof a); a.f = 5; a.c = 1; a.d = 2; dump(&a, sizeof a); printf("%d\n", a.f);
	printf("%d %d %d %lx %d\n", sb.x, sb.y, sb.z, (unsigned long)sb.w, sb.t); dump(&sb, sizeof sb);
	struct b b = sb; b.y += 30; b.z--; b.w <<= 4; b.t = 0; b.x = ~b.x; printf("%d %d %d %lx %d\n", b.x, b.y, b.z, (unsigned long)b.w, b.t);
	printf("%d %d %d\n", b.y++, ++b.y, b.z = 17);
	struct c c; memset(&c, 0, sizeof c); c.a = -1; c.b = 3; c.s = -200; dump(&c, sizeof c); printf("%d %d %d\n", c.a, c.b, c.s);
	struct d d = { 3, 12, 0xabc }; d.m ^= 0xfff; printf("%x %x %x\n", d.lo, d.hi, d.m);
	union u u = { .all = 0x12345678 }; u.lo++; printf("%x %x\n", u.all, u.hi);
	printf("%d\n", b.y - 200 < 0); printf("%d\n", sizeof(b.x + 0) == sizeof(int));
	struct { signed m : 1; unsigned long long q : 63; } e = { -1, 1ull << 62 }; printf("%d %llx\n", e.m, (unsigned long long)e.q);
	struct { int a : 4; _Bool f : 1; } g = { 0 }; g.f = 8; g.a |= 7; g.a += 1; printf("%d %d\n", g.f, g.a);
	return 0;
}
