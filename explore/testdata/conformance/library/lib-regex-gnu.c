/* regcomp and regexec: the syntax of GNU, errors and their texts, part of a text. */
#define _GNU_SOURCE
#include <regex.h>
#include <stdio.h>
#include <string.h>

static void try(const char *pattern, const char *text, int compile, int execute)
{
	regmatch_t m[4] = { { 1, (int)strlen(text) - 1 } };
	regex_t re;
	char b[60];

	int r = regcomp(&re, pattern, compile);
	printf("%s %s %d:", pattern, text, compile);
	if (r) {
		size_t n = regerror(r, &re, b, sizeof b);
		printf(" %d %s %zu\n", r, b, n);
		return;
	}
	r = regexec(&re, text, 4, m, execute);
	printf(" %d %zu", r, re.re_nsub);
	for (int i = 0; !r && i < 4; i++) printf(" %d,%d", m[i].rm_so, m[i].rm_eo);
	puts("");
	regfree(&re);
}

int main(void)
{
	static const char *const extended[][2] = {
		{ "x{,2}", "xxx" }, { "x{300}", "x" }, { "x{2,1}", "x" }, { "x{", "x{" }, { "x{a", "x{a" }, { "x{40000}", "x" }, { "[z-a]", "b" },
		{ "[[:foo:]]", "a" }, { "[[.a.]]", "a" }, { "[[=a=]b]+", "ab" }, { "[[.none.]]", "-" }, { "[a", "a" }, { "(a", "a" }, { "*a", "a" }, { "^*", "*" },
		{ "\\n", "n" }, { "\\t", "t" }, { "\\d", "5d" }, { "\\x41", "A" }, { "\\w+\\W", "-a_1-" }, { "\\s\\S", "a b" }, { "\\bb\\>", "ab b" },
		{ "\\Bb", "ab b" }, { "\\`b", "ab" }, { "\\`a", "ab" }, { "b\\'", "ab" }, { "a\\'", "ab" }, { "(a)\\1", "xaa" }, { "(.)(.)\\2\\1", "abba" },
		{ "\\1", "a" }, { "\\", "a" }, { "a)", "a)" }, { "a|*b", "b" }, { "[^a]", "\xe4" }, { "\xe4.", "\xe4\xff" },
	};

	for (int i = 0; i < sizeof extended / sizeof *extended; i++) try(extended[i][0], extended[i][1], REG_EXTENDED, 0);
	try("\\(a*\\)\\{2\\}", "aaa", 0, 0);
	try("a\\{2", "aa", 0, 0);
	try("a\\|b\\+", "bb", 0, 0);
	try("b", "abab", REG_EXTENDED, REG_STARTEND);
	try("^b", "abab", REG_EXTENDED, REG_STARTEND);
	try("a$", "abab", REG_EXTENDED, REG_STARTEND);
	for (int i = 0; i < 17; i++) {
		char b[12] = "###########";
		printf("%zu", regerror(i, NULL, b, 8));
		printf(" %s %c\n", b, b[8]);
	}
	return 0;
}
