/* Alignments of types and objects. */
#include <stdio.h>
#include <stdalign.h>
#include <stddef.h>
#include <stdint.h>

struct c { char c; };
struct s { char c; short s; };
struct l { char c; long l; };
struct ld { char c; long double d; };
struct packed { char c; long l; } __attribute__((packed));
struct half { char c; long l; } __attribute__((packed, aligned(2)));
struct wide { char c; } __attribute__((aligned(32)));
struct m { char c; alignas(16) char d; int e __attribute__((aligned(8))); };
struct bits { char c; int f : 3; };
union u { char c; double d; };
typedef int aligned_int __attribute__((aligned(16)));
typedef int low_int __attribute__((aligned(2)));
static alignas(64) char buffer[10];
static char other[3] __attribute__((aligned(128)));
static _Alignas(double) char as_double;

#define A(t) printf("%s %zu %zu\n", #t, sizeof(t), alignof(t))

int main(void)
{
	A(char); A(_Bool); A(short); A(int); A(long); A(float); A(double); A(long double); A(void *);
	A(struct c); A(struct s); A(struct l); A(struct ld); A(struct packed); A(struct half); A(struct wide); A(struct m);
	A(struct bits); A(union u); A(int[3]); A(struct l[2]); A(aligned_int); A(low_int); A(max_align_t);
	printf("%zu %zu\n", offsetof(struct m, d), offsetof(struct m, e));
	printf("%d %d %d\n", (int)((uintptr_t)buffer % 64), (int)((uintptr_t)other % 128), (int)((uintptr_t)&as_double % 8));
	alignas(32) char local[3];
	struct wide w[2];
	printf("%d %d\n", (int)((uintptr_t)local % 32), (int)((uintptr_t)&w[1] % 32));
	printf("%zu %zu %zu\n", __alignof__(buffer), __alignof__(local), __alignof__(w));
	struct { char c; aligned_int i; } x;
	printf("%zu %zu\n", sizeof x, offsetof(__typeof__(x), i));
	struct { char c; low_int i; } y;
	printf("%zu %zu\n", sizeof y, offsetof(__typeof__(y), i));
	_Alignas(8) _Alignas(0) int z = 4;
	return z - 4;
}
