/* Statement expressions, typeof, labels as values, local labels, case ranges. */
#include <stdio.h>
#include <stddef.h>
#define MAX(a, b) ({ __typeof__(a) _a = (a); __typeof__(b) _b = (b); _a > _b ? _a : _b; })
#define SWAP(a, b) do { typeof(a) _t = (a); (a) = (b); (b) = _t; } while (0)
static int run(const unsigned char *code)
{
	static const void *const table[] = { &&halt, &&push, &&add, &&mul }; int stack[8], *sp = stack;
	goto *table[*code++];
push: *sp++ = *code++; goto *table[*code++];
add: sp--; sp[-1] += *sp; goto *table[*code++];
mul: sp--; sp[-1] *= *sp; goto *table[*code++];
halt: return sp[-1];
}
static int offs(int n) { void *p = n ? &&b : &&a; goto *p; a: return 1; b: return 2; }
struct s { char c; struct { int x[4]; } in; }; enum e { A, B = 5, C, D = -1 }; enum big { X = 0x7fffffff, Y = 1L << 35 };
static int find(int *v, int n) { return ({ int r = -1; for (int i = 0; i < n; i++) if (v[i] == 7) { r = i; break; } r; }); }
int main(void)
{
	int i = 3, j = 9; printf("%d %d\n", MAX(i++, 2), MAX(MAX(1, j), i)); SWAP(i, j); printf("%d %d\n", i, j);
	printf("%d\n", run((unsigned char[]){ 1, 3, 1, 4, 2, 1, 5, 3, 0 })); int v[] = { 1, 7, 3 }; printf("%d %d\n", find(v, 3), find(v, 1));
	printf("%zu %zu %zu\n", offsetof(struct s, in), offsetof(struct s, in.x[2]), sizeof(((struct s *)0)->in)); printf("%d %d %d %zu %zu\n", A, C, D, sizeof(enum e), sizeof(enum big));
	__auto_type q = 2.5; printf("%g %zu\n", q, sizeof q); printf("%d %d\n", __builtin_types_compatible_p(int, const int), __builtin_types_compatible_p(int, long));
	printf("%s\n", _Generic(q, int: "int", double: "double", default: "?")); printf("%s\n", _Generic(&i, int *: "int*", default: "?")); printf("%d\n", __builtin_choose_expr(1, 4, "x")); printf("%s\n", __func__);
	{ __label__ l; int n = 0; l: if (n++ < 2) goto l; printf("%d\n", n); } { __label__ l; goto l; l: puts("l"); }
	typeof(int[3]) arr = { 1, 2, 3 }; typeof(arr[0]) z = arr[2]; printf("%d\n", z); struct {} empty; printf("%zu\n", sizeof empty); int zero[0]; printf("%zu\n", sizeof zero);
	printf("%d\n", ({ int a = 1; a += 2; a; }) * 2); printf("%zu %zu\n", _Alignof(long double), __alignof__(short)); void *vp = v; vp += 4; printf("%d\n", *(int *)vp); printf("%d\n", i ? : 5); _Static_assert(sizeof(int) == 4, "int"); printf("%d %d\n", offs(0), offs(1));
	return 0;
}
