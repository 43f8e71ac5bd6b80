/* Scopes, linkage, tentative definitions, shadowing, extern in blocks. */
#include <stdio.h>
int t; int t; static int st; extern int ex; int ex = 5; static int st = 3; int arr[]; int arr[3]; extern const int k; const int k = 9; typedef int T; struct s { int a; };
static int shadow(int x) { { int x = 2; { extern int ex; x += ex; } { typedef char T; T y = 3; x += sizeof(T) + y; } return x; } }
static int get(void); static int get(void) { static int n; static struct { int n; } s = { 4 }; return n++ + s.n++; }
static int inner(void) { struct s { char c[10]; }; enum { E = 3 }; return sizeof(struct s) + E; }
int func(int func) { return func + 1; } static int T_(T T) { return T * 2; }
int main(void)
{
	int i = 1; for (int i = 10; i < 12; i++) { int i = 5; st += i; } printf("%d %d %d %d\n", i, st, t, ex); printf("%d %d %d\n", shadow(1), get() + get(), inner()); printf("%zu %zu %d\n", sizeof(struct s), sizeof arr, k); { int i = i = 4; printf("%d\n", i); } printf("%d %d\n", func(1), T_(4)); int T = 5; T++; printf("%d\n", T); { static int st = 100; st++; printf("%d\n", st); } printf("%d\n", st); arr[2] = 1; register int reg = 3; auto int au = 4; printf("%d\n", reg + au + arr[2]); if (1) { int y = 3; y++; printf("%d\n", y); } struct u { struct s in; int b; } u = { { 1 }, 2 }; struct s *ps = &u.in; printf("%d\n", ps->a + u.b); { struct s; struct s { long l; }; printf("%zu\n", sizeof(struct s)); }
	return 0;
}
