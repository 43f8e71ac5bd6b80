/* Arguments are converted to the parameters' types and copied. */
#include <stdio.h>

struct s { int a[3]; };
static void change(struct s s, int n, int *p, int v[], char c) { s.a[0] = n; n = 100; *p = 7; v[1] = 8; v = 0; c++; p = 0; }
static int narrow(signed char c, unsigned char u, short s, _Bool b) { return c * 1000000 + u * 1000 + s * 10 + b; }
static double reals(float f, double d, long double l) { return f + d + l; }
static long many(char a, short b, int c, long d, float e, double f, char g, short h, int i, long j, double k, float l, int m, long double n, char o)
{
	return a + b * 2 + c * 3 + d * 4 + (long)(e * 5) + (long)(f * 6) + g * 7 + h * 8 + i * 9 + j * 10 + (long)(k * 11) + (long)(l * 12) + m * 13 + (long)(n * 14) + o * 15;
}
static int none(void) { return 3; }
static int matrix(int m[2][2]) { return m[1][0]; }
static int fn(int f(int), int x) { return f(x); }
static int inc(int x) { return ++x; }
static int shadow(int x) { { int x = 5; x++; } return x; }
static unsigned char ret_uc(int x) { return x; }
static float ret_f(double x) { return x; }
static _Bool ret_b(double x) { return x; }
static short ret_s(long x) { return x; }

int main(void)
{
	struct s s = { { 1, 2, 3 } };
	int n = 5, p = 6, v[2] = { 0 };
	change(s, n, &p, v, 'c');
	printf("%d %d %d %d\n", s.a[0], n, p, v[1]);
	printf("%d\n", narrow(300, -1, 70000, 0.5));
	printf("%.17g\n", reals(0.1, 0.1f, 1));
	printf("%ld\n", many(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15));
	printf("%d %d %d %d\n", none(), matrix((int[2][2]){ { 1, 2 }, { 3, 4 } }), fn(inc, 8), shadow(9));
	printf("%d %.9g %d %d\n", ret_uc(300), ret_f(0.1), ret_b(0.1), ret_s(70000));
	printf("%d\n", inc(inc(inc(ret_uc(-1)))));
	int i = 1;
	printf("%d\n", fn(inc, (i++, i * 2)));
	return 0;
}
