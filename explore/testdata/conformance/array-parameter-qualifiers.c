/* static and qualifiers before the size of an array that is a parameter, with a name and without. */
#include <stdio.h>

int f(int [static 5]), g(int [const 5]), h(int [const static 5]);
int k(int n, int [const *], int [static restrict volatile
	3]);
int m(int [ * ][ 3 ]), o(int n, int (*)[*], int [__restrict__ static n]);

int f(int a[static 5]) { return sizeof a; }
int g(int a[const 5]) { return a[0]; }
int h(int a[const static 5]) { return a[1]; }
int k(int n, int a[const n], int b[static restrict volatile 3]) { return a[1] + n + b[0]; }
int m(int a[][3]) { return a[1][1]; }
int o(int n, int (*a)[n], int b[__restrict__ static n]) { return a[1][1] + b[0]; }
int (*p)(int [static 2]) = f;

#if 0
#line macro
#endif
#line __LINE__
int main(void)
{
	int x[5] = { 1, 2, 3, 4, 5 }, y[2][3] = { 1, 2, 3, 4, 5, 6 }, i[1] = { 1 };
	printf("%d %d %d %d %d %d\n", f(x), g(x), h(x), k(2, x, x), m(y), o(3, y, x));
	printf("%d %d %d\n", p(x), x[
		i[0]], x[ *i ]);
	printf("%s\n", "[static 5]");
	return 0;
}
