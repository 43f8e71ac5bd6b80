/* fnmatch: patterns and flags. */
#define _GNU_SOURCE
#include <fnmatch.h>
#include <stdio.h>

int main(void)
{
	static const char *const patterns[] = { "*", "a*", "*.c", "?", "[a-c]*", "[!a]*", "a/b", "*/b", "a*b", "[[:digit:]]*", "\\*", "[]a]", "[a", "*[.]c", ".*", "", "A*",
		"a\\b", "**", "[a-]", "*b*" };
	static const char *const names[] = { "", "a", "abc", "x.c", ".c", "a/b", "a/x/b", "7up", "*", "]", "-", "[a", "ab", "b" };
	static const int flags[] = { 0, FNM_PATHNAME, FNM_PERIOD, FNM_NOESCAPE, FNM_PATHNAME | FNM_PERIOD, FNM_LEADING_DIR, FNM_CASEFOLD };

	for (unsigned f = 0; f < sizeof flags / sizeof *flags; f++)
		for (unsigned p = 0; p < sizeof patterns / sizeof *patterns; p++) {
			printf("%d %s:", f, patterns[p]);
			for (unsigned n = 0; n < sizeof names / sizeof *names; n++) printf("%d", fnmatch(patterns[p], names[n], flags[f]));
			puts("");
		}
	return 0;
}
