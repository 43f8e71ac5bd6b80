/* Character arrays from strings: sizes, braces, nesting, missing terminators. */
#include <stdio.h>
#include <string.h>

static char a[] = "abc", b[3] = "abc", c[10] = "abc", d[] = { "abc" }, e[] = { 'a', 'b', 0 };
static const char list[][4] = { "one", "two", { "six" }, { 't', 'e', 'n' } };
static struct { char name[4]; int n; } t[] = { "abc", 1, { "de" }, { { 'x', 'y' }, 2 }, { .n = 3, .name = "z" } };
static unsigned char u[] = "\xff\x80";
static signed char s[2] = "\xff";
static char *p[] = { "p0", [2] = "p2", a + 1, &c[2] };
static char two[2][2][3] = { { "ab", "cd" }, { "ef" } };
static char empty[3] = "", zero[1] = "";

int main(void)
{
	printf("%zu %zu %zu %zu %zu\n", sizeof a, sizeof b, sizeof c, sizeof d, sizeof e);
	printf("%.3s %d %d\n", b, c[3], c[9]);
	for (unsigned i = 0; i < 4; i++)
		printf("%s ", list[i]);
	for (unsigned i = 0; i < sizeof t / sizeof *t; i++)
		printf("%.4s%d ", t[i].name, t[i].n);
	printf("\n%d %d %zu %d %d\n", u[0], u[1], sizeof u, s[0], s[1]);
	printf("%s %d %s %s %s\n", p[0], p[1] == 0, p[2], p[3], p[4]);
	printf("%s %s %s %d\n", two[0][1], two[1][0], two[1][1], empty[0] + zero[0]);
	char la[] = "local", lb[8] = "xy", lc[2][5] = { "r0", "r1" };
	la[0] = 'L';
	lb[2] = '!';
	printf("%s %s %s %zu\n", la, lb, lc[1], strlen(lb));
	for (int i = 0; i < 2; i++) {
		char again[4] = "ab";
		again[2] = '0' + i;
		printf("%s ", again);
		again[0] = 'Z';
	}
	printf("%c %s\n", "literal"[3], "lit" + 1);
	return 0;
}
