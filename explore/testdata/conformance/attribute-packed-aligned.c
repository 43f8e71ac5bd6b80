/* The attributes packed and aligned on types, members and objects. */
#include <stdio.h>
#include <stddef.h>
#include <stdint.h>

struct a { char c; int i; short s; } __attribute__((packed));
struct b { char c; int i __attribute__((packed)); long l; };
struct __attribute__((packed, aligned(4))) c { char c; long l; };
struct d { char c; struct a a; int i; };
struct e { char c; } __attribute__((aligned));
struct f { char c __attribute__((aligned(8))); char d; };
typedef struct { char c; long l; } __attribute__((__packed__)) packed_t;
union u { char c; long l; short s; } __attribute__((packed));
typedef char cache_line __attribute__((aligned(64)));
struct h { char c; cache_line line; };
typedef struct s_ { int a; } __attribute__((aligned(16))) s_t;
#pragma pack(1)
struct p1 { char c; long l; };
#pragma pack()
#pragma pack(push, 4)
struct p4 { char c; long l; struct p1 in; };
#pragma pack(pop)
struct np { char c; long l; };

#define S(t) printf("%s %zu %zu\n", #t, sizeof(t), _Alignof(t))

int main(void)
{
	S(struct a); S(struct b); S(struct c); S(struct d); S(struct e); S(struct f); S(packed_t); S(union u); S(cache_line); S(struct h); S(s_t); S(struct s_);
	S(struct p1); S(struct p4); S(struct np);
	printf("%zu %zu %zu %zu %zu\n", offsetof(struct b, i), offsetof(struct b, l), offsetof(struct d, i), offsetof(struct p4, l), offsetof(struct h, line));
	struct a x[2] = { { 1, 2, 3 }, { 4, 5, 6 } };
	int *p = &x[1].i;
	*p += 100;
	printf("%d %d %d\n", x[1].i, x[0].s, (int)((char *)&x[1] - (char *)x));
	char __attribute__((aligned(32))) local[3];
	int over __attribute__((aligned(16), unused));
	printf("%d %d\n", (int)((uintptr_t)local % 32), (int)((uintptr_t)&over % 16));
	struct c v = { 'v', -1 }, w = v;
	w.l--;
	printf("%c %ld %ld\n", w.c, v.l, w.l);
	return 0;
}
