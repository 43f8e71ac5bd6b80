/* Members of a union share their bytes. */
#include <stdio.h>
#include <string.h>
#include <stdint.h>

union n { uint8_t b[16]; uint16_t h[8]; uint32_t w[4]; uint64_t d[2]; int32_t s[4]; float f[4]; double g[2]; long double l; };
union p { void *p; uintptr_t u; char c[8]; };
struct tagged { int kind; union { int i; double d; char s[8]; }; };

static void print(const struct tagged *t)
{
	switch (t->kind) {
	case 0: printf("%d\n", t->i); break;
	case 1: printf("%g\n", t->d); break;
	case 2: printf("%.8s\n", t->s); break;
	}
}

int main(void)
{
	union n n = { .d = { 0x0123456789abcdef, 0xfedcba9876543210 } };
	printf("%x %x %x %x\n", n.b[0], n.h[1], n.w[1], n.s[2]);
	n.h[0] = 0xffff;
	n.b[9] ^= 0xff;
	printf("%lx %lx\n", (long)n.d[0], (long)n.d[1]);
	n.f[0] = 1.5f;
	n.f[1] = -0.0f;
	printf("%x %x\n", n.w[0], n.w[1]);
	n.g[1] = -2.0;
	printf("%lx %d\n", (long)n.d[1], n.s[3] < 0);
	memset(&n, 0, sizeof n);
	n.l = 1.0L;
	printf("%lx %x\n", (long)n.d[0], n.h[4]);
	union p p = { .p = &n };
	printf("%d %d\n", p.u == (uintptr_t)&n, *(union n **)p.c == &n);
	struct tagged t[] = { { 0, { 42 } }, { 1, { .d = 2.5 } }, { 2, { .s = "string" } } };
	for (int i = 0; i < 3; i++)
		print(&t[i]);
	union { char c; int i; } first = { 'x' }, copy;
	copy = first;
	printf("%d %d\n", copy.i, copy.c);
	printf("%d\n", ((union { float f; int i; }){ 1.0f }).i);
	*(short *)&copy = 0x1234;
	printf("%x\n", copy.c);
	return 0;
}
