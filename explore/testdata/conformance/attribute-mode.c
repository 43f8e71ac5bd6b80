/* The attribute mode gives an integer or floating type its size. */
#include <stdio.h>

typedef int q __attribute__((mode(QI)));
typedef unsigned uq __attribute__((__mode__(__QI__)));
typedef int h __attribute__((mode(HI)));
typedef unsigned int uh __attribute__((mode(HI)));
typedef int s __attribute__((mode(SI)));
typedef int d __attribute__((mode(DI)));
typedef unsigned ud __attribute__((mode(DI)));
typedef int w __attribute__((mode(word)));
typedef unsigned p __attribute__((mode(pointer)));
typedef int b __attribute__((mode(byte)));
typedef float sf __attribute__((mode(SF)));
typedef float df __attribute__((mode(DF)));
typedef float xf __attribute__((mode(XF)));
typedef enum { A, B } e __attribute__((mode(HI)));
static int small __attribute__((mode(HI)));

int main(void)
{
	printf("%zu %zu %zu %zu %zu %zu %zu %zu %zu %zu\n", sizeof(q), sizeof(uq), sizeof(h), sizeof(uh), sizeof(s), sizeof(d), sizeof(ud), sizeof(w), sizeof(p), sizeof(b));
	printf("%zu %zu %zu %zu %zu\n", sizeof(sf), sizeof(df), sizeof(xf), sizeof(e), sizeof small);
	printf("%d %d %d %d\n", (q)200, (uq)-1, (h)40000, (uh)-1);
	printf("%ld %lu\n", (d)1 << 40, (ud)-1);
	small = 70000;
	printf("%d %d\n", small, (q)-1 < 0);
	df x = 1e300;
	printf("%g\n", x);
	return 0;
}
