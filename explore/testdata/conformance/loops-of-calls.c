/* Calls of pure functions and of library functions that gcc knows: they end no block of gcc, which shows where an endless loop begins with one. */
#include <stdio.h>
#include <string.h>
static const char *text = "one two three four five six";
static int a1(void)
{
	const char *p = text;
	int n = 0;
	while (1) {
		const char *q = strchr(p, ' ');
		n++;
		if (!q)
			return n;
		if (n > 100)
			n = 0;
		p = q + 1;
	}
}
static int a2(void)
{
	const char *p = text;
	int n = 0;
	for (;;) {
		p = strchr(p, ' ');
		if (p) {
			p++;
			n++;
			continue;
		}
		return n;
	}
}
static int a3(void)
{
	const char *p = text;
	int n = 0;
	while (1) {
		p = strchr(p, ' '); if (!p) break;
		do { p++; n++; } while (*p == 'z');
	}
	return n;
}
struct item { const char *str; struct item *left, *right; };
static struct item *a4(struct item *root, const char *str)
{
	struct item *p = root, *q;
	int a;
	while (1) {
		a = strcmp(str, p->str);
		if (a == 0)
			return p;
		if (a < 0)
			q = p->left;
		else
			q = p->right;
		if (q == NULL)
			return NULL;
		p = q;
	}
}
static int a5(const char *const *l)
{
	int n = 0;
	while (1)
		if (strcmp(l[n], "e"))
			n++;
		else
			return n;
}
static int a6(const char *const *l)
{
	int n = 0;
	for (;; n++) {
		int k = strlen(l[n]);
		if (k > 2)
			break;
	}
	return n;
}
static int a7(const char *p)
{
	int n = 0;
	do {
		p = strchr(p, ' ');
		if (p)
			p++;
		n++;
	} while (p);
	return n;
}
static int a8(const char *p)
{
	int n = 0;
	while (1) {
		const char *q = memchr(p, ' ', strlen(p)); n++; if (!q) { n--; break; } p = q + 1;
	}
	return n;
}
int main(void)
{
	struct item c = {"c", 0, 0}, a = {"a", 0, &c}, e = {"e", 0, 0}, d = {"d", &a, &e};
	const char *l[] = {"a", "b", "c", "d", "e", "fgh", 0};
	printf("%d %d %d\n", a1(), a2(), a3());
	printf("%p %s\n", (void *)a4(&d, "b"), a4(&d, "c")->str);
	printf("%d %d %d %d\n", a5(l), a6(l), a7(text), a8(text));
	return 0;
}
