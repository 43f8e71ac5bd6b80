/* Functions that call themselves and each other. */
#include <stdio.h>
#include <string.h>

static int ackermann(int m, int n) { return m == 0 ? n + 1 : n == 0 ? ackermann(m - 1, 1) : ackermann(m - 1, ackermann(m, n - 1)); }
static int even(unsigned n);
static int odd(unsigned n) { return n == 0 ? 0 : even(n - 1); }
static int even(unsigned n) { return n == 0 ? 1 : odd(n - 1); }
static unsigned long fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
static int depth(int n, int *sum) { int local[3] = { n, n * 2, n * 3 }; if (n > 0) depth(n - 1, sum); return *sum += local[n % 3]; }
static void hanoi(int n, int a, int b, int *moves) { if (n) { hanoi(n - 1, a, 6 - a - b, moves); ++*moves; hanoi(n - 1, 6 - a - b, b, moves); } }
static void permute(char *s, int k)
{
	if (!s[k])
		printf("%s ", s);
	for (int i = k; s[i]; i++) {
		char c = s[k]; s[k] = s[i]; s[i] = c;
		permute(s, k + 1);
		c = s[k]; s[k] = s[i]; s[i] = c;
	}
}
struct tree { struct tree *left, *right; int v; };
static int height(const struct tree *t) { if (!t) return 0; int l = height(t->left), r = height(t->right); return 1 + (l > r ? l : r); }
static struct pair { int a, b; } divide(int a, int b) { if (a < b) return (struct pair){ 0, a }; struct pair p = divide(a - b, b); p.a++; return p; }

int main(void)
{
	int sum = 0, moves = 0;
	printf("%d %d %d %lu\n", ackermann(2, 4), even(10), odd(10), fib(15));
	printf("%d", depth(50, &sum));
	printf(" %d\n", sum);
	hanoi(7, 1, 3, &moves);
	printf("%d\n", moves);
	char s[] = "abc";
	permute(s, 0);
	struct tree t[5] = { { t + 1, t + 2 }, { t + 3, 0 }, { 0 }, { 0, t + 4 } };
	printf("\n%d\n", height(t));
	struct pair p = divide(47, 5);
	printf("%d %d\n", p.a, p.b);
	static int n;
	return n++ < 3 ? main() : n;
}
