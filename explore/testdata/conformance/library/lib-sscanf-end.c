/* sscanf: EOF before the first conversion, 0 at a mismatch, white space in formats. */
#include <stdio.h>

int main(void)
{
	int a = 0, b = 0, n = -1;
	char s[10];

	printf("%d\n", sscanf("", "%d", &a));
	printf("%d\n", sscanf("   ", "%d", &a));
	printf("%d\n", sscanf("x", "%d", &a));
	printf("%d\n", sscanf("5", "%d %d", &a, &b));
	printf("%d\n", sscanf("5 x", "%d %d", &a, &b));
	printf("%d\n", sscanf("", "x"));
	printf("%d\n", sscanf("", "%n", &n));
	printf("%d %d\n", sscanf("  abc", " %n%s", &n, s), n);
	printf("%d\n", sscanf("", "%s", s));
	printf("%d\n", sscanf("", "%c", s));
	printf("%d\n", sscanf("", "%*d"));
	printf("%d\n", sscanf("x", "%*d"));
	printf("%d\n", sscanf("1", "%*d%d", &a));
	n = -1;
	printf("%d %d\n", sscanf("a \n\t b", "a b%n", &n), n);
	n = -1;
	printf("%d %d\n", sscanf("ab", "a b%n", &n), n);
	printf("%d\n", sscanf("12", "12%d", &a));
	printf("%d\n", sscanf("12 13", "12%d", &a));
	printf("%d\n", sscanf("", ""));
	return 0;
}
