/* setlocale, localeconv, nl_langinfo of the C locale; a locale that is none. */
#include <langinfo.h>
#include <limits.h>
#include <locale.h>
#include <stdio.h>
#include <string.h>

int main(void)
{
	struct lconv *l = localeconv();

	printf("%s %s\n", setlocale(LC_ALL, NULL), setlocale(LC_NUMERIC, "C"));
	printf("[%s] [%s] [%s] [%s] [%s] %d %d %d\n", l->decimal_point, l->thousands_sep, l->grouping, l->currency_symbol, l->mon_decimal_point, l->frac_digits == CHAR_MAX,
		l->p_cs_precedes == CHAR_MAX, l->n_sign_posn == CHAR_MAX);
	printf("%s\n", setlocale(LC_ALL, "POSIX"));
	printf("%s\n", setlocale(LC_ALL, ""));
	printf("[%s] [%s] [%s] [%s]\n", nl_langinfo(RADIXCHAR), nl_langinfo(THOUSEP), nl_langinfo(DAY_1), nl_langinfo(ABMON_12));
	printf("[%s] [%s] [%s] [%s]\n", nl_langinfo(D_T_FMT), nl_langinfo(D_FMT), nl_langinfo(T_FMT), nl_langinfo(T_FMT_AMPM));
	printf("[%s] [%s] [%s] [%s]\n", nl_langinfo(AM_STR), nl_langinfo(PM_STR), nl_langinfo(YESEXPR), nl_langinfo(NOEXPR));
	printf("%s\n", nl_langinfo(CODESET));
	printf("%s\n", setlocale(LC_ALL, "C.UTF-8"));
	printf("%s\n", nl_langinfo(CODESET));
	locale_t n = newlocale(LC_ALL_MASK, "C", 0), old = uselocale(n);
	printf("%s %d\n", nl_langinfo(CODESET), old == LC_GLOBAL_LOCALE);
	uselocale(old);
	freelocale(n);
	printf("%d\n", setlocale(999, "C") == NULL);
	return 0;
}
