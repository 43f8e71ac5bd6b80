/* The heap, memory functions, string functions, sorting. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
struct n { struct n *l, *r; int k; }; static struct n *ins(struct n *t, int k) { if (!t) { t = calloc(1, sizeof *t); t->k = k; } else if (k < t->k) t->l = ins(t->l, k); else t->r = ins(t->r, k); return t; } static void walk(struct n *t, int *s) { if (t) { walk(t->l, s); *s = *s * 3 + t->k; walk(t->r, s); free(t); } }
static int cmp(const void *a, const void *b) { return strcmp(*(char **)a, *(char **)b); }
int main(void)
{
	struct n *t = 0; unsigned x = 12345; for (int i = 0; i < 10; i++) { x = x * 1103515245 + 12345; t = ins(t, x >> 16 & 255); } int s = 0; walk(t, &s); printf("%d\n", s); char *p = malloc(4); for (int i = 0; i < 100; i++) { p = realloc(p, i + 2); p[i] = 'a' + i % 26; p[i + 1] = 0; } printf("%zu %.30s\n", strlen(p), p); memmove(p + 3, p, 20); printf("%.25s\n", p); memset(p, '-', 5); printf("%.10s\n", p); free(p);
	char *w[] = { "pear", "apple", "fig", "banana" }; qsort(w, 4, sizeof *w, cmp); for (int i = 0; i < 4; i++) printf("%s ", w[i]); putchar('\n'); char b[32] = "one,two;three"; for (char *q = strtok(b, ",;"); q; q = strtok(0, ",;")) printf("[%s]", q); printf("\n%d %ld %s %s\n", atoi("42x"), strtol("0x1f", 0, 0), strchr("hello", 'l'), strstr("haystack", "st")); printf("%d %d\n", strncmp("abc", "abd", 2), strcasecmp("ABC", "abc")); char c[10]; snprintf(c, sizeof c, "%s", "truncated text"); puts(c); printf("%d %c\n", sscanf("12 ab", "%d %s", &s, b), b[1]); div_t d = div(17, 5); printf("%d %d\n", d.quot, d.rem);
	return 0;
}
