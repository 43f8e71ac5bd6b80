/* fnmatch with each flag: alternatives, brackets, escapes, periods and slashes. */
#define _GNU_SOURCE
#include <fnmatch.h>
#include <stdio.h>

int main(void)
{
	static const char *const pairs[][2] = {
		{ "+(a|b)", "abab" }, { "*(a)", "aaa" }, { "?(a)b", "b" }, { "@(a|b)", "a" }, { "!(a)", "b" }, { "!(a)", "a" }, { "!(*.c)", "x.c" },
		{ "!(*.c)", "x.h" }, { "@(a*|b)c", "axc" }, { "a+(", "a+(" }, { "*(a|b*)c", "abbc" }, { "@()", "" }, { "@(a|@(b|c))d", "cd" },
		{ "\\", "\\" }, { "a\\", "a\\" }, { "\\*", "*" }, { "[\\]]", "]" }, { "[\\]a]", "\\a]" }, { "[]a]", "]" }, { "[!]a]", "]" }, { "[a", "[a" },
		{ "[[=a=]]", "a" }, { "[[.a.]-c]", "b" }, { "[[:upper:]]", "a" }, { "[[:upper:]]", "A" }, { "[[:foo:]]", "a" }, { "[a-c-e]", "-" },
		{ "[z-a]", "m" }, { "[A-C]", "b" }, { "*", ".a" }, { "?a", ".a" }, { "[.]a", ".a" }, { "a/*", "a/.b" }, { "*", "a/b" }, { "a?b", "a/b" },
		{ "a[/]b", "a/b" }, { "*/b", "a/b" }, { "a", "a/b" }, { "ABC*", "abcd" }, { "[\xe0-\xff]?", "\xe4\xf6" }, { "x[[:digit:]-z]", "x-" }, { "", "" }, { "*?*", "" },
	};
	static const int flags[] = { 0, FNM_PATHNAME, FNM_PERIOD, FNM_NOESCAPE, FNM_CASEFOLD, FNM_LEADING_DIR, FNM_EXTMATCH, FNM_PATHNAME | FNM_PERIOD,
		FNM_EXTMATCH | FNM_PERIOD | FNM_PATHNAME, FNM_NOESCAPE | FNM_PATHNAME };

	for (int i = 0; i < sizeof pairs / sizeof *pairs; i++) {
		printf("%s %s:", pairs[i][0], pairs[i][1]);
		for (int f = 0; f < sizeof flags / sizeof *flags; f++) printf(" %d", fnmatch(pairs[i][0], pairs[i][1], flags[f]));
		puts("");
	}
	return 0;
}
