/* string.h: comparisons, by sign. */
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>
#include <strings.h>

static int sign(int n) { return (n > 0) - (n < 0); }

int main(void)
{
	static const char *const s[] = { "", "a", "A", "ab", "abc", "abd", "B", "\xe9", "Abc", "file9", "file10", "file010", "file09", "1.2.3", "1.2.10", "a\x7f" };
	const int n = sizeof s / sizeof *s;

	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++)
			printf("%d %d: %d %d %d %d %d %d%c", i, j, sign(strcmp(s[i], s[j])), sign(strncmp(s[i], s[j], 2)), sign(strcasecmp(s[i], s[j])),
				sign(strncasecmp(s[i], s[j], 3)), sign(strcoll(s[i], s[j])), sign(strverscmp(s[i], s[j])), j % 4 == 3 ? '\n' : ';');
	printf("%d %d %d\n", sign(memcmp("ab\0c", "ab\0d", 4)), sign(memcmp("abc", "abd", 2)), sign(memcmp("\xff", "\x01", 1)));
	printf("%d %d %d\n", sign(strncmp("abc", "abd", 0)), bcmp("ab", "ab", 2), bcmp("ab", "ac", 2) != 0);
	char x[10], y[10];
	size_t l = strxfrm(x, "hello", 10);
	strxfrm(y, "help", 10);
	printf("%zu %d %zu\n", l, sign(strcmp(x, y)), strxfrm(NULL, "12345", 0));
	return 0;
}
