/* Conversions with a locale as argument: locales do not differ in what numbers look like. */

#define _GNU_SOURCE
#include <stdlib.h>
#include <wchar.h>
#include <time.h>

long strtol_l(const char *restrict s, char **restrict end, int base, locale_t l) { return strtol(s, end, base); }
long long strtoll_l(const char *restrict s, char **restrict end, int base, locale_t l) { return strtoll(s, end, base); }
unsigned long strtoul_l(const char *restrict s, char **restrict end, int base, locale_t l) { return strtoul(s, end, base); }
unsigned long long strtoull_l(const char *restrict s, char **restrict end, int base, locale_t l) { return strtoull(s, end, base); }
long wcstol_l(const wchar_t *restrict s, wchar_t **restrict end, int base, locale_t l) { return wcstol(s, end, base); }
long long wcstoll_l(const wchar_t *restrict s, wchar_t **restrict end, int base, locale_t l) { return wcstoll(s, end, base); }
unsigned long wcstoul_l(const wchar_t *restrict s, wchar_t **restrict end, int base, locale_t l) { return wcstoul(s, end, base); }
unsigned long long wcstoull_l(const wchar_t *restrict s, wchar_t **restrict end, int base, locale_t l) { return wcstoull(s, end, base); }
double wcstod_l(const wchar_t *restrict s, wchar_t **restrict end, locale_t l) { return wcstod(s, end); }
char *strptime_l(const char *restrict s, const char *restrict format, struct tm *restrict t, locale_t l) { return strptime(s, format, t); }

/* Whether an answer means yes (1), no (0) or neither (-1). */
int rpmatch(const char *answer)
{
	return *answer == 'y' || *answer == 'Y' ? 1 : *answer == 'n' || *answer == 'N' ? 0 : -1;
}
