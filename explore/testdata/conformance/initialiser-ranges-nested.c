/* Designated ranges within ranges: what follows goes behind the last element only. */
#include <stdio.h>

struct empty {};
struct around { int i; struct empty e; int k; };
struct inner { int j; int k[3]; int l; };
struct outer { int n; struct inner o[3]; int p; };
union either { int a[2]; char c; };

int a[][2][4] = { [2 ... 4][0 ... 1][2 ... 3] = 1, [2] = 2, [2][0][2] = 3 };
struct around e = { .e = {}, 1 };
struct outer n[] = { [0 ... 5].o[1 ... 2].k[0 ... 1] = 4, 5, 6, 7 };
struct outer o[] = { [0 ... 5].o = { [1 ... 2].k[0 ... 1] = 4 }, [5].o[2].k[2] = 5, 6, 7 };
struct outer p[] = { [0 ... 5].o[1 ... 2].k = { [0 ... 1] = 4 }, [5].o[2].k[2] = 5, 6, 7 };
struct outer s[] = { [0 ... 1].o[2].l = 1, 2, 3, [1].o[0].k[1] = 4, 5, 6, 7 };
int q[3][3] = { [0 ... 1] = { [1 ... 2] = 23 }, [1][2] = 24 };
int r[8] = { [1 ... 3] = 27, 28, [6] = 29, 30 };
union either u[4] = { [0 ... 2].a[0] = 1, 2, 3 };

static void show(const char *name, const int *x, unsigned long size)
{
	printf("%s", name);
	for (unsigned long i = 0; i < size / sizeof *x; i++)
		printf(" %d", x[i]);
	printf("\n");
}

#define SHOW(x) show(#x, (int *)&x, sizeof x)

int main(void)
{
	int calls = 0;
	struct inner local[] = { [0 ... 2].k[1 ... 2] = ++calls, 8, { 9 } };
	SHOW(a);
	SHOW(e);
	SHOW(n);
	SHOW(o);
	SHOW(p);
	SHOW(s);
	SHOW(q);
	SHOW(r);
	SHOW(u);
	SHOW(local);
	SHOW(calls);
	return 0;
}
