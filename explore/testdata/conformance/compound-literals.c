/* Compound literals: addresses, lifetime, in loops, static. */
#include <stdio.h>
#include <string.h>

struct p { int x, y; };
static int *global = (int[]){ 1, 2, 3 };
static struct p *gp = &(struct p){ .y = 5 };
static const char *const names[] = { (char[]){ "abc" }, "def" };
static struct { struct p *list; int n; } table = { (struct p[]){ { 1, 2 }, { 3, 4 } }, 2 };
static int sum(const struct p *p) { return p->x + p->y; }
static int total(const int *a, int n) { int s = 0; while (n--) s += *a++; return s; }
static struct p move(struct p p) { p.x++; return p; }

int main(void)
{
	printf("%d %d %s %d\n", global[2], gp->y, names[0], table.list[1].x);
	printf("%d\n", sum(&(struct p){ 10, 20 }));
	printf("%d %d\n", total((int[]){ 1, 2, 3, 4 }, 4), total((int[10]){ [9] = 7 }, 10));
	printf("%d\n", move((struct p){ .x = 4 }).x);
	int *ptrs[3];
	for (int i = 0; i < 3; i++) {
		ptrs[i] = (int[]){ i, i * 2 };
		ptrs[i][0] += 5;
		printf("%d %d ", ptrs[i][0], *ptrs[i]++);
	}
	printf("%d\n", ptrs[0] == ptrs[2]);
	struct p *again = 0;
	int k = 0;
back:;
	struct p *q = &(struct p){ k, k };
	printf("%d ", again == 0 || again == q);
	again = q;
	if (k++ < 2)
		goto back;
	printf("%d\n", q->x);
	(int){ 5 }++;
	printf("%d %zu\n", (int){ 7 } + (char){ 'a' }, sizeof(int[]){ 1, 2, 3 });
	int v = 3;
	struct p *r = &(struct p){ v, v + 1 };
	v = 100;
	r->x *= 2;
	printf("%d %d\n", r->x, r->y);
	char *s = (char[]){ "writable" };
	s[0] = 'W';
	printf("%s %zu\n", s, sizeof((char[20]){ "x" }));
	printf("%d\n", ((union { float f; int i; }){ .f = 2 }).i);
	*(&(int){ 9 }) = 1;
	printf("%d\n", (&(struct p){ 1, 2 })->y + ((struct p){ 3, 4 }).x);
	struct p copy = (struct p){ 8, 9 }, arr[] = { (struct p){ 1, 1 }, { 2, 2 } };
	printf("%d %d\n", copy.y, arr[1].x);
	return 0;
}
