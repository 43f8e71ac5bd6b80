/* Function pointers, recursion, statics, old style definitions, many arguments. */
#include <stdio.h>
#include <stdlib.h>
typedef int (*op)(int, int);
static int add(int a, int b) { return a + b; } static int mul(int a, int b) { return a * b; }
static op ops[] = { add, mul, &add };
static op pick(int i) { return ops[i]; }
static int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
static int counter(void) { static int n = 3; return n++; }
int old(c, f, s) char c; float f; short s; { return c + (int)(f * 10) + s; }
static long many(char a, short b, int c, long d, float e, double f, unsigned char g, _Bool h, int i, int j, int k) { return a + b + c + d + (long)e + (long)f + g + h + i * 10 + j * 100 + k * 1000; }
static int ack(int m, int n) { return m ? ack(m - 1, n ? ack(m, n - 1) : 1) : n + 1; }
inline int inl(int x) { return x + 1; } extern inline int inl(int x);
static inline int inl2(int x) { return inl(x) * 2; }
static int cmp(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
int weak(void) __attribute__((weak)); extern int al(int, int) __attribute__((alias("real_al"))); int real_al(int a, int b) { return a - b; }
struct vt { int (*get)(struct vt *); int v; }; static int get(struct vt *t) { return t->v; }
int undeclared_later();
int main(void)
{
	printf("%d %d %d %d\n", pick(0)(3, 4), (*ops[1])(3, 4), (**ops)(1, 2), (****ops[2])(5, 6));
	printf("%d %d %d %d\n", fib(15), counter(), counter(), ack(2, 3));
	printf("%d %ld\n", old('A', 2.55, -3), many(-1, -2, 3, 4, 5.5f, 6.9, 255, 2, 1, 2, 3));
	printf("%d %d %d %d\n", inl(1), inl2(4), weak ? weak() : -1, al(9, 4));
	int v[] = { 5, 2, 8, 1 }; qsort(v, 4, sizeof *v, cmp); printf("%d%d%d%d\n", v[0], v[1], v[2], v[3]);
	struct vt t = { get, 42 }; printf("%d\n", t.get(&t)); int (*fp)() = add; printf("%d %d\n", fp(1, 2), fp == add);
	printf("%d\n", undeclared_later(4)); void (*ex)(int) = exit; ex(7); return 0;
}
int undeclared_later(int x) { return x * x; }
