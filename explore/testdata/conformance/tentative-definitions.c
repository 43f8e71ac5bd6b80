/* Tentative definitions and repeated declarations at file scope. */
#include <stdio.h>

int a;
int a;
int a = 5;
int a;
extern int a;
static int b;
static int b;
extern int array[];
int array[4];
int single[];
struct later;
extern struct later later;
struct later *pointer = &later;
extern int c;
int *early = &c;
int c = 3;
static int d;
int *const dp = &d;
static int d = 8;
int f(int);
int f(int n);
int (*fp)(int) = f;
int f(int n) { extern int a; return n + a; }
struct later { int x, y; } later = { 1, 2 };
extern int e;
int e = 6;
extern int g = 7;
static int h(void);
int use(void) { return h(); }
int h(void) { return 42; }
double z[3], *zp = z + 1;

int main(void)
{
	extern int e;
	int use(void);
	printf("%d %d %d %d\n", a, b, array[3], single[0]);
	printf("%d %d %d\n", pointer->y, *early, *dp);
	printf("%d %d %d %d\n", fp(1), e, g, use());
	zp[-1] = 2.5;
	printf("%g %zu\n", z[0], sizeof array);
	{
		int a = 1;
		{
			extern int a;
			a++;
			printf("%d ", a);
		}
		printf("%d\n", a);
	}
	printf("%d\n", f(0));
	return 0;
}
