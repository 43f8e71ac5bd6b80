/* regcomp, regexec: basic and extended expressions, groups, flags. */
#include <regex.h>
#include <stdio.h>
#include <string.h>

static void try(const char *pattern, const char *text, int cflags, int eflags)
{
	regex_t r;
	regmatch_t m[6];
	int e = regcomp(&r, pattern, cflags);

	printf("/%s/ '%s' %d %d:", pattern, text, cflags, eflags);
	if (e) {
		printf(" error %d\n", e);
		return;
	}
	e = regexec(&r, text, 6, m, eflags);
	printf(" %d %zu", e, r.re_nsub);
	if (!e && !(cflags & REG_NOSUB))
		for (size_t i = 0; i <= r.re_nsub && i < 6; i++) printf(" %d-%d", (int)m[i].rm_so, (int)m[i].rm_eo);
	puts("");
	regfree(&r);
}

int main(void)
{
	static const char *const patterns[] = { "a*b", "\\(a*\\)b\\1", "(a+)(b|c)?", "^x.*y$", "[[:alpha:]]+[0-9]{2,3}", "a\\{2\\}", "(a|ab)(c|bcd)(d*)", "x?", "", "[^a-c]",
		"(foo|bar)+", "a.c", "\\.", "(^a|b$)", "[]x]", "[a-]", "(((a)))", "a|", "(a*)*", "(ab*)+c" };
	static const char *const texts[] = { "aaab", "abcd", "xaay", "abc123", "foobarfoo", "", "a.c\nxy", "aab aab", "]-", "abbabc" };

	for (unsigned p = 0; p < sizeof patterns / sizeof *patterns; p++)
		for (unsigned t = 0; t < sizeof texts / sizeof *texts; t++) {
			try(patterns[p], texts[t], 0, 0);
			try(patterns[p], texts[t], REG_EXTENDED, 0);
		}
	try("FOO", "a foo", REG_ICASE, 0);
	try("foo", "a foo", REG_NOSUB, 0);
	try("^b", "a\nb", REG_NEWLINE, 0);
	try("a$", "a\nb", REG_NEWLINE, 0);
	try("a.b", "a\nb", REG_NEWLINE | REG_EXTENDED, 0);
	try("^a", "abc", 0, REG_NOTBOL);
	try("c$", "abc", 0, REG_NOTEOL);
	static const char *const bad[] = { "(", "a)", "[a", "a{2", "a{3,2}", "*a", "a**", "\\", "[[:nope:]]", "[b-a]", "a{1,2}{3}", "(|a)", "+" };
	for (unsigned i = 0; i < 5; i++) {
		regex_t r;
		char text[100];
		int e = regcomp(&r, bad[i], REG_EXTENDED);
		printf("%s: %d", bad[i], e != 0);
		if (e) printf(" %d", regerror(e, &r, text, sizeof text) == strlen(text) + 1);
		else regfree(&r);
		puts("");
	}
	return 0;
}
