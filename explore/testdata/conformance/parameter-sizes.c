/* The sizes of arrays that parameters are declared as are evaluated by each call, but not in a definition of the old kind. */
#include <stdio.h>
static int calls;
static int next(int k) { printf("next %d\n", k); calls++; return k; }
static int sum(int n, int a[next(n)][next(2)], int b[n++]) { return a[0][1] + (int)sizeof a[0] + b[0] + n; }
static int kr(n, a, b) int n; int a[next(n + 1)]; int b[n += 3]; { return a[0] + b[1] + n; }
int main(void)
{
	int a[3][2] = { { 1, 2 }, { 3, 4 }, { 5, 6 } }, b[4] = { 7, 8, 9, 10 };
	printf("%d\n", sum(3, a, b));
	printf("%d\n", kr(3, b, b + 1));
	printf("%d\n", calls);
	return 0;
}
