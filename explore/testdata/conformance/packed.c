/* Packed and aligned structures, bit-fields across units, #pragma pack. */
#include <stdio.h>
#include <string.h>
struct three { unsigned x : 20; int y : 4; } __attribute__((packed));
struct nine { unsigned char pad : 3; unsigned long v : 64; int s : 29; } __attribute__((packed));
struct mixed { char c; int i __attribute__((packed)); short s; } ;
#pragma pack(push, 2)
struct two { char c; int i; long l; int a : 3; unsigned b : 14; };
#pragma pack(pop)
struct al { char c; int x __attribute__((aligned(16))); } ; typedef int big_int __attribute__((aligned(32)));
struct ta { char c; big_int b; }; struct inner { char a; short b; } __attribute__((packed)); struct outer { char x; struct inner in; int y; };
static struct nine g = { 5, 0x123456789abcdef0, -77777 };
static void dump(const void *p, int n) { const unsigned char *b = p; while (n--) printf("%02x", *b++); putchar('\n'); }
int main(void)
{
	struct three t = { 0xabcde, -3 }; struct nine n = g; struct two w; memset(&w, 0, sizeof w);
	printf("%zu %zu %zu %zu %zu %zu %zu\n", sizeof t, sizeof n, sizeof(struct mixed), sizeof w, sizeof(struct al), sizeof(struct ta), sizeof(struct outer));
	dump(&t, sizeof t); dump(&n, sizeof n); printf("%x %d %x %lx %d\n", t.x, t.y, n.pad, (unsigned long)n.v, n.s);
	t.x += 0x54321; t.y++; n.v ^= 0xffff; n.s /= 3; n.pad--; dump(&t, sizeof t); dump(&n, sizeof n); printf("%d %lx\n", n.s++, (unsigned long)(n.v >>= 4));
	w.c = 1; w.i = 2; w.l = 3; w.a = -2; w.b = 0x2aaa; dump(&w, sizeof w); printf("%d %x\n", w.a, w.b);
	struct { unsigned long v : 64; } whole = { ~0ul }; whole.v++; printf("%lx\n", (unsigned long)whole.v); printf("%zu %zu\n", _Alignof(struct al), _Alignof(big_int));
	struct outer o = { 1, { 2, 3 }, 4 }; dump(&o.in, sizeof o.in); printf("%d\n", o.in.b + o.y); return 0;
}
