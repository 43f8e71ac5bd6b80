/* Regular expressions, file name patterns, option parsing, locale. */
#define _GNU_SOURCE
#include <fnmatch.h>
#include <getopt.h>
#include <langinfo.h>
#include <locale.h>
#include <regex.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>
#include <wctype.h>

static void match(const char *pattern, int flags, const char *text)
{
	regex_t re;
	regmatch_t m[4];
	int r = regcomp(&re, pattern, flags);
	if (r) {
		printf("%s: does not compile\n", pattern);
		return;
	}
	r = regexec(&re, text, flags & REG_NOSUB ? 0 : 4, m, 0);
	printf("%s on %s: %d, %zu groups", pattern, text, r, re.re_nsub);
	if (!r && !(flags & REG_NOSUB))
		for (int i = 0; i < 4; i++) printf(" (%d,%d)", m[i].rm_so, m[i].rm_eo);
	putchar('\n');
	regfree(&re);
}

static void options(void)
{
	static const struct option longs[] = { { "all", no_argument, 0, 'a' }, { "size", required_argument, 0, 's' }, { 0, 0, 0, 0 } };
	char *argv[] = { "prog", "-a", "x", "--size=5", "-bfoo", "--", "-c", NULL };
	int c;
	while ((c = getopt_long(7, argv, "ab:c", longs, NULL)) != -1) printf("%c=%s ", c, optarg ? optarg : "-");
	for (; optind < 7; optind++) printf("[%s]", argv[optind]);
	putchar('\n');
	char *more[] = { "prog", "x", "-a", "y", "-q", "-b", NULL };
	fflush(stdout);
	optind = 0;
	while ((c = getopt(6, more, "ab:")) != -1) printf("%c=%d ", c, optopt);
	printf("| %d %s %s\n", optind, more[optind], more[optind + 1]);
	char *bad[] = { "prog", "--size", "--all=1", "--none=3", "--size", NULL };
	fflush(stdout);
	optind = 0;
	while ((c = getopt_long(5, bad, "ab:", longs, NULL)) != -1) printf("%c=%s ", c, optarg ? optarg : "-");
	printf("| %d\n", optind);
	char *last[] = { "prog", "--size", NULL };
	fflush(stdout);
	optind = 0;
	c = getopt_long(2, last, "ab:", longs, NULL);
	printf("%c %d\n", c, optind);
}

int main(void)
{
	match("a*b", 0, "xaaab");
	match("(a|b)+c?([0-9]{2,3})", REG_EXTENDED, "zzabab123456");
	match("^[[:alpha:]]+$", REG_EXTENDED, "Word");
	match("WORD", REG_ICASE | REG_NOSUB, "a word");
	match("\\(x\\)\\1", 0, "axxb");
	match("(", REG_EXTENDED, "");
	match("[^a]", 0, "aaa");
	printf("%d%d%d%d\n", fnmatch("*.c", "x.c", 0), fnmatch("*.c", "x.h", 0), fnmatch("a/*", "a/b/c", FNM_PATHNAME), fnmatch("[!x]?", "ab", 0));
	options();
	printf("%s\n", setlocale(LC_ALL, ""));
	printf("%s %zu\n", setlocale(LC_CTYPE, NULL), (size_t)MB_CUR_MAX);
	printf("%s %s\n", nl_langinfo(RADIXCHAR), localeconv()->decimal_point);
	printf("%s %s %s\n", nl_langinfo(DAY_1), nl_langinfo(MON_12), nl_langinfo(D_FMT));
	wchar_t w[16];
	printf("%zu", mbstowcs(w, "wide", 16));
	printf(" %ls %d %d\n", w, (int)wcslen(w), iswalpha(w[0]) != 0);
	printf("%d %ld\n", wcscmp(w, L"wild") < 0, wcstol(L"77", NULL, 8));
	printf("%d\n", setlocale(LC_ALL, "no-such-locale") == NULL || 1);
	return 0;
}
