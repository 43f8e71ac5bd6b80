/* Conversions between integers, pointers, enumerations and unions; volatile and const. */
#include <stdio.h>
#include <stdint.h>
enum c { RED, GREEN = 7 }; union u { int i; float f; }; struct node { struct node *l, *r; long key; };
volatile int vi = 3; static volatile unsigned char port; static const int ci = 8; static int *const cp = (int *)&ci;
int main(void)
{
	intptr_t p = (intptr_t)&vi; printf("%d %d\n", (int *)p == &vi, (p & 3) == 0); void *v = (void *)0x1234; printf("%lx %d\n", (unsigned long)v, (int)(uintptr_t)v); enum c c = 7; printf("%d %d\n", c == GREEN, (enum c)0 == RED); c++; printf("%d\n", c);
	printf("%d %d %u %ld\n", (signed char)200, (unsigned char)-1, (unsigned short)-1, (long)(int)0x80000000); printf("%ld %lu\n", (long)(unsigned)-1, (unsigned long)-1); printf("%d\n", *(unsigned char *)&(int){ 0x12345678 }); float f = 1.5f; printf("%x\n", *(unsigned *)&f); char buf[16] __attribute__((aligned(8))) = { 0 }; *(int *)(buf + 4) = 0x41424344; printf("%s\n", buf + 4); struct node *n = (struct node *)buf; n->r = 0; printf("%d\n", n->r == 0);
	union u un = (union u)3; printf("%d\n", un.i); un = (union u)2.0f; printf("%x\n", un.i); port = 250; port += 10; vi++; vi += vi; printf("%d %d %d\n", port, vi, *cp); (void)vi; long l = (char)0x181 + (short)0x18000; printf("%ld\n", l); printf("%d\n", (_Bool)0x100); printf("%d %d\n", (int)(char)'\xff', (int)(unsigned char)'\xff'); int (*fp)(const char *, ...) = (int (*)(const char *, ...))(void *)printf; fp("%s\n", "via pointer"); printf("%d\n", (int)sizeof(char[(int)2.9])); uint8_t b8 = 255; uint16_t b16 = b8 << 8; uint32_t b32 = (uint32_t)b16 << 16 | b8; uint64_t b64 = (uint64_t)b32 << 32; printf("%x %x %lx\n", b16, b32, b64); int64_t s64 = (int32_t)b32; printf("%ld\n", s64);
	return 0;
}
