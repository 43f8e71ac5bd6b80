/* typeof of types and expressions, with and without qualifiers. */
#include <stdio.h>

#define SWAP(a, b) do { __typeof__(a) t_ = (a); (a) = (b); (b) = t_; } while (0)
#define T(e) _Generic(&(e), int *: "int", const int *: "const int", volatile int *: "volatile int", const volatile int *: "const volatile int", \
	char (*)[3]: "char[3]", double *: "double", long *: "long", unsigned char *: "uchar", int **: "int *", const char **: "const char *", default: "other")
typedef typeof(int *) intp;
static typeof(const int) zero = 5;
static typeof(int[3]) three = { 1, 2, 3 };
static const volatile int cv = 9;
static int calls;
static int f(int x) { calls++; return x; }
static typeof(f) g;
static int g(int x) { return x + 1; }
struct s { typeof(1.5) d; typeof(struct { int x; }) in; };
static typeof(struct s) *sp;

int main(void)
{
	int i = 1, j = 2;
	const int ci = 3;
	typeof(i) a = 4;
	typeof(ci) b = 5;
	typeof(volatile int) c = 6;
	typeof(const typeof(i)) d = 7;
	typeof(const typeof(volatile int)) e = 8;
	typeof(cv) h = 9;
	typeof("ab") s = "cd";
	typeof(i + 1L) l = 1L << 40;
	typeof(unsigned char) uc = 300;
	typeof(&i) p = &j;
	typeof(*p) k = *p;
	typeof(f(1)) r = 10;
	typeof(int (*)(int)) fp = g;
	typeof(i, 1.5) m = 2.5;
	const typeof(char *) q = 0;
	typeof(const char *) cp = s;
	printf("%s %s %s %s %s %s %s\n", T(a), T(b), T(c), T(d), T(e), T(h), T(zero));
	printf("%s %s %s %s %s %s %s %s\n", T(s), T(l), T(uc), T(p), T(k), T(r), T(m), T(cp));
	SWAP(i, j);
	SWAP(l, m);
	printf("%d %d %ld %g %d\n", i, j, l, m, fp(a));
	typeof(typeof(char *)[4]) y;
	intp x, *z;
	printf("%zu %zu %zu %d\n", sizeof y, sizeof x, sizeof *z, calls);
	struct s t = { 1.5, { 2 } };
	sp = &t;
	printf("%g %d %d %d\n", sp->d, sp->in.x, three[2], q == 0);
	__auto_type w = t;
	__auto_type v = (const int)4;
	v++;
	printf("%g %d %s\n", w.d, v, T(v));
	int n = 3;
	int vla[n];
	typeof(vla) other;
	typeof(int[n++]) third;
	printf("%zu %zu %d\n", sizeof other, sizeof third, n);
	return 0;
}
