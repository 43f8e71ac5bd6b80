/* strptime as glibc has it: white space before numbers, %F %s %z and their kin, hours of
 * the afternoon wherever %p stands, and the days of the week and of the year
 * computed from the date. musl's lacks these. */

#define _GNU_SOURCE
#include <ctype.h>
#include <langinfo.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <time.h>

enum {
	HAVE_MON = 1, HAVE_MDAY = 2, HAVE_WDAY = 4, HAVE_YDAY = 8,
	HAVE_HOUR12 = 16, HAVE_PM = 32, HAVE_CENTURY = 64, WANT_DAYS = 128, HAVE_YEAR2 = 256,
};

struct parse {
	struct tm *tm;
	int have, century;
};

static const char *parse(const char *, const char *, struct parse *);

/* Reads a number of at most width digits, from low to high. */
static const char *number(const char *s, int width, int low, int high, int *out)
{
	int n = 0;

	while (isspace((unsigned char)*s)) s++;
	if (!isdigit((unsigned char)*s)) return 0;
	while (width-- > 0 && isdigit((unsigned char)*s)) n = n * 10 + *s++ - '0';
	if (n < low || n > high) return 0;
	*out = n;
	return s;
}

/* Reads one of count names in two lengths, the long ones first. */
static const char *name(const char *s, nl_item full, nl_item brief, int count, int *out)
{
	for (int i = 0; i < 2 * count; i++) {
		const char *n = nl_langinfo((i < count ? full : brief) + i % count);
		size_t l = strlen(n);
		if (l && !strncasecmp(s, n, l)) {
			*out = i % count;
			return s + l;
		}
	}
	return 0;
}

static const char *half(const char *s, struct parse *p)
{
	const char *am = nl_langinfo(AM_STR), *pm = nl_langinfo(PM_STR);

	if (!strncasecmp(s, am, strlen(am))) {
		p->have &= ~HAVE_PM;
		return s + strlen(am);
	}
	if (strncasecmp(s, pm, strlen(pm))) return 0;
	p->have |= HAVE_PM;
	return s + strlen(pm);
}

static const char *zone(const char *s, struct tm *tm)
{
	int sign, digits = 0, n = 0;

	while (*s == ' ') s++;
	if (*s == 'Z') {
		tm->tm_gmtoff = 0;
		return s + 1;
	}
	if (*s != '+' && *s != '-') return 0;
	sign = *s++ == '-' ? -1 : 1;
	while (digits < 4 && isdigit((unsigned char)*s)) {
		n = n * 10 + *s++ - '0';
		if (++digits == 2 && *s == ':' && isdigit((unsigned char)s[1])) s++;
	}
	if (digits == 2) n *= 100;
	else if (digits != 4) return 0;
	if (n > 1400 || n % 100 >= 60) return 0;
	tm->tm_gmtoff = sign * (n / 100 * 3600L + n % 100 * 60L);
	return s;
}

static const char *since_epoch(const char *s, struct parse *p)
{
	char *end;
	time_t t;

	if (!isdigit((unsigned char)*s)) return 0;
	t = strtoll(s, &end, 10);
	if (!localtime_r(&t, p->tm)) return 0;
	p->have |= HAVE_WDAY | HAVE_YDAY;
	return end;
}

/* Reads what one conversion names, or returns 0. */
static const char *field(const char *s, int conversion, struct parse *p)
{
	struct tm *tm = p->tm;
	int n;

	switch (conversion) {
	case '%': return *s == '%' ? s + 1 : 0;
	case 'n': case 't':
		while (isspace((unsigned char)*s)) s++;
		return s;
	case 'a': case 'A':
		p->have |= HAVE_WDAY;
		return name(s, DAY_1, ABDAY_1, 7, &tm->tm_wday);
	case 'b': case 'B': case 'h':
		p->have |= HAVE_MON | WANT_DAYS;
		return name(s, MON_1, ABMON_1, 12, &tm->tm_mon);
	case 'm':
		p->have |= HAVE_MON | WANT_DAYS;
		if (!(s = number(s, 2, 1, 12, &tm->tm_mon))) return 0;
		tm->tm_mon--;
		return s;
	case 'd': case 'e':
		p->have |= HAVE_MDAY | WANT_DAYS;
		return number(s, 2, 1, 31, &tm->tm_mday);
	case 'j':
		p->have |= HAVE_YDAY;
		if (!(s = number(s, 3, 1, 366, &tm->tm_yday))) return 0;
		tm->tm_yday--;
		return s;
	case 'C':
		p->have |= HAVE_CENTURY | WANT_DAYS;
		return number(s, 2, 0, 99, &p->century);
	case 'y':
		p->have |= HAVE_YEAR2 | WANT_DAYS;
		if (!(s = number(s, 2, 0, 99, &n))) return 0;
		tm->tm_year = n >= 69 ? n : n + 100;
		return s;
	case 'Y':
		p->have = (p->have | WANT_DAYS) & ~HAVE_CENTURY;
		if (!(s = number(s, 4, 0, 9999, &n))) return 0;
		tm->tm_year = n - 1900;
		return s;
	case 'H': case 'k':
		p->have &= ~HAVE_HOUR12;
		return number(s, 2, 0, 23, &tm->tm_hour);
	case 'I': case 'l':
		p->have |= HAVE_HOUR12;
		if (!(s = number(s, 2, 1, 12, &tm->tm_hour))) return 0;
		tm->tm_hour %= 12;
		return s;
	case 'p': case 'P': return half(s, p);
	case 'M': return number(s, 2, 0, 59, &tm->tm_min);
	case 'S': return number(s, 2, 0, 61, &tm->tm_sec);
	case 's': return since_epoch(s, p);
	case 'u':
		p->have |= HAVE_WDAY;
		if (!(s = number(s, 1, 1, 7, &tm->tm_wday))) return 0;
		tm->tm_wday %= 7;
		return s;
	case 'w':
		p->have |= HAVE_WDAY;
		return number(s, 1, 0, 6, &tm->tm_wday);
	case 'U': case 'V': case 'W': return number(s, 2, 0, 53, &n);
	case 'g': return number(s, 2, 0, 99, &n);
	case 'G': return number(s, 4, 0, 9999, &n);
	case 'z': return zone(s, tm);
	case 'Z':
		while (isspace((unsigned char)*s)) s++;
		while (*s && !isspace((unsigned char)*s)) s++;
		return s;
	case 'D': return parse(s, "%m/%d/%y", p);
	case 'F': return parse(s, "%Y-%m-%d", p);
	case 'R': return parse(s, "%H:%M", p);
	case 'T': return parse(s, "%H:%M:%S", p);
	case 'c': return parse(s, nl_langinfo(D_T_FMT), p);
	case 'r': return parse(s, nl_langinfo(T_FMT_AMPM), p);
	case 'x': return parse(s, nl_langinfo(D_FMT), p);
	case 'X': return parse(s, nl_langinfo(T_FMT), p);
	}
	return 0;
}

static const char *parse(const char *s, const char *format, struct parse *p)
{
	for (; *format; format++) {
		if (isspace((unsigned char)*format)) {
			while (isspace((unsigned char)*s)) s++;
		} else if (*format != '%') {
			if (*s++ != *format) return 0;
		} else {
			format++;
			while (*format && strchr("-_0^#", *format)) format++;
			while (isdigit((unsigned char)*format)) format++;
			if (*format == 'E' || *format == 'O') format++;
			if (!(s = field(s, *format, p))) return 0;
		}
	}
	return s;
}

/* The number of days before month m of the year; year counts from 1900. */
static int days_before(int m, int year)
{
	static const short before[] = { 0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334, 365 };
	int leap = year % 4 == 0 && (year % 100 != 0 || (year + 1900) % 400 == 0);

	return before[m] + (leap && m > 1);
}

static void complete(struct parse *p)
{
	struct tm *tm = p->tm;
	int date = HAVE_MON | HAVE_MDAY, have = p->have, y;

	if (have & HAVE_HOUR12 && have & HAVE_PM) tm->tm_hour += 12;
	if (have & HAVE_CENTURY) tm->tm_year = (have & HAVE_YEAR2 ? tm->tm_year % 100 : 0) + (p->century - 19) * 100;
	if (!(have & WANT_DAYS)) return;
	if (have & HAVE_YDAY && (have & date) != date) {
		int m = 0;
		while (m < 11 && days_before(m + 1, tm->tm_year) <= tm->tm_yday) m++;
		if (!(have & HAVE_MON)) tm->tm_mon = m;
		if (!(have & HAVE_MDAY)) tm->tm_mday = tm->tm_yday - days_before(m, tm->tm_year) + 1;
	}
	if (tm->tm_mon < 0 || tm->tm_mon > 11) return;
	if (!(have & HAVE_YDAY)) tm->tm_yday = days_before(tm->tm_mon, tm->tm_year) + tm->tm_mday - 1;
	if (have & HAVE_WDAY) return;
	y = tm->tm_year + 1899; /* 1 January of year 1 was a Monday */
	tm->tm_wday = (int)((y * 365LL + y / 4 - y / 100 + y / 400 + days_before(tm->tm_mon, tm->tm_year) + tm->tm_mday) % 7);
}

char *strptime(const char *restrict s, const char *restrict format, struct tm *restrict tm)
{
	struct parse p = { .tm = tm };

	if (!(s = parse(s, format, &p))) return 0;
	complete(&p);
	return (char *)s;
}
