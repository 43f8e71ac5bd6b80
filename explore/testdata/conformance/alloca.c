/* Memory of alloca lives until the function returns. */
#include <stdio.h>
#include <string.h>
#include <alloca.h>
#include <stdint.h>

struct node { struct node *next; int v; };
static int list(int n)
{
	struct node *head = 0;
	for (int i = 0; i < n; i++) {
		struct node *p = alloca(sizeof *p);
		p->v = i;
		p->next = head;
		head = p;
	}
	int s = 0;
	for (; head; head = head->next)
		s = s * 3 + head->v;
	return s;
}
static char *join(char *out, const char *a, const char *b)
{
	char *t = __builtin_alloca(strlen(a) + strlen(b) + 1);
	strcpy(t, a);
	strcat(t, b);
	return strcpy(out, t);
}
static int deep(int n) { int *p = alloca((n + 1) * sizeof *p); p[0] = n; return n ? deep(n - 1) + p[0] : 0; }

int main(void)
{
	char out[20];
	printf("%d %s %d\n", list(10), join(out, "left", "right"), deep(20));
	char *p = alloca(10), *q = alloca(10);
	printf("%d %d\n", p != q, (int)((uintptr_t)p % 16));
	{
		int n = 7;
		char v[n];
		q = alloca(3);
		memset(v, 1, sizeof v);
		memcpy(q, "ab", 3);
	}
	printf("%s\n", q);
	void *z = __builtin_alloca_with_align(32, 512);
	printf("%d\n", (int)((uintptr_t)z % 64));
	return 0;
}
