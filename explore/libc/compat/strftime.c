/* strftime as glibc has it: the flags _ - 0 ^ #, widths, and what is no conversion as it stands. */

#include <ctype.h>
#include <errno.h>
#include <langinfo.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include "locale_impl.h"

extern const char *__tm_to_tzname(const struct tm *);

struct conversion {
	char pad;       /* _ - 0 or none */
	int width;
	int upper, lower, swap;
};

struct output {
	char *at, *end; /* the last byte is for the NUL */
};

static size_t put(struct output *, const char *format, const struct tm *, locale_t, int upper);

/* Adds n bytes, filled up to the width on their left. */
static int add(struct output *o, const struct conversion *c, const char *s, size_t n)
{
	size_t fill = c->width > 0 && c->width > n ? c->width - n : 0;

	if (fill + n >= o->end - o->at) return 0;
	memset(o->at, c->pad == '0' ? '0' : ' ', fill);
	o->at += fill;
	for (size_t i = 0; i < n; i++) *o->at++ = c->lower ? tolower((unsigned char)s[i]) : c->upper ? toupper((unsigned char)s[i]) : s[i];
	return 1;
}

static int number(struct output *o, const struct conversion *conversion, int digits, long long v)
{
	char text[32];
	struct conversion c = *conversion;
	int n = snprintf(text, sizeof text, c.pad == '_' ? "%*lld" : "%0*lld", c.pad == '-' ? 1 : digits, v);

	if (!c.pad) c.pad = '0';
	return add(o, &c, text, n);
}

static int name(struct output *o, struct conversion *c, unsigned i, unsigned names, nl_item first, locale_t l)
{
	const char *s = i < names ? nl_langinfo_l(first + i, l) : "?";

	if (c->swap) c->upper = 1;
	return add(o, c, s, strlen(s));
}

static int part(struct output *o, const struct conversion *c, const char *format, const struct tm *t, locale_t l)
{
	char text[200];
	struct output inner = {text, text + sizeof text};
	struct conversion all = *c;

	put(&inner, format, t, l, c->upper);
	return add(o, &all, text, inner.at - text);
}

static int leap(long long year) { return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0); }

/* The week of ISO 8601, and the year it is of. */
static int week(const struct tm *t, long long *year)
{
	int day = (t->tm_wday + 6) % 7, w = (t->tm_yday - day + 10) / 7;

	*year = t->tm_year + 1900LL;
	if (w < 1) {
		--*year;
		w = (t->tm_yday + 365 + leap(*year) - day + 10) / 7;
	} else if (w == 53 && (t->tm_yday - day + 3) >= 365 + leap(*year)) {
		++*year;
		w = 1;
	}
	return w;
}

static int zone(struct output *o, struct conversion *c, const struct tm *t)
{
	long minutes = t->__tm_gmtoff / 60;
	struct conversion sign = *c;

	if (t->tm_isdst < 0) return 1;
	if (!add(o, &sign, t->__tm_gmtoff < 0 ? "-" : "+", 1)) return 0;
	if (minutes < 0) minutes = -minutes;
	return number(o, c, 4, minutes / 60 * 100 + minutes % 60);
}

static int spaced(struct output *o, struct conversion *c, int digits, long long v)
{
	if (!c->pad) c->pad = '_';
	return number(o, c, digits, v);
}

/* One conversion: 0 if there is no room, -1 if it is none. */
static int convert(struct output *o, struct conversion *c, char f, const struct tm *t, locale_t l)
{
	long long year = t->tm_year + 1900LL, weeks;
	const char *s;
	int w;

	switch (f) {
	case '%': return add(o, c, "%", 1);
	case 'n': return add(o, c, "\n", 1);
	case 't': return add(o, c, "\t", 1);
	case 'a': return name(o, c, t->tm_wday, 7, ABDAY_1, l);
	case 'A': return name(o, c, t->tm_wday, 7, DAY_1, l);
	case 'b':
	case 'h': return name(o, c, t->tm_mon, 12, ABMON_1, l);
	case 'B': return name(o, c, t->tm_mon, 12, MON_1, l);
	case 'c': return part(o, c, nl_langinfo_l(D_T_FMT, l), t, l);
	case 'C': return number(o, c, 1, year / 100 - (year % 100 < 0));
	case 'x': return part(o, c, nl_langinfo_l(D_FMT, l), t, l);
	case 'X': return part(o, c, nl_langinfo_l(T_FMT, l), t, l);
	case 'r': return part(o, c, nl_langinfo_l(T_FMT_AMPM, l), t, l);
	case 'D': return part(o, c, "%m/%d/%y", t, l);
	case 'F': return part(o, c, "%Y-%m-%d", t, l);
	case 'R': return part(o, c, "%H:%M", t, l);
	case 'T': return part(o, c, "%H:%M:%S", t, l);
	case 'd': return number(o, c, 2, t->tm_mday);
	case 'e': return spaced(o, c, 2, t->tm_mday);
	case 'H': return number(o, c, 2, t->tm_hour);
	case 'I': return number(o, c, 2, t->tm_hour > 12 ? t->tm_hour - 12 : t->tm_hour ? t->tm_hour : 12);
	case 'k': return spaced(o, c, 2, t->tm_hour);
	case 'l': return spaced(o, c, 2, t->tm_hour > 12 ? t->tm_hour - 12 : t->tm_hour ? t->tm_hour : 12);
	case 'j': return number(o, c, 3, t->tm_yday + 1LL);
	case 'M': return number(o, c, 2, t->tm_min);
	case 'm': return number(o, c, 2, t->tm_mon + 1LL);
	case 'S': return number(o, c, 2, t->tm_sec);
	case 's': return number(o, c, 1, mktime(&(struct tm){.tm_sec = t->tm_sec, .tm_min = t->tm_min, .tm_hour = t->tm_hour,
		.tm_mday = t->tm_mday, .tm_mon = t->tm_mon, .tm_year = t->tm_year, .tm_isdst = t->tm_isdst}));
	case 'u': return number(o, c, 1, (t->tm_wday + 6) % 7 + 1);
	case 'w': return number(o, c, 1, t->tm_wday);
	case 'U': return number(o, c, 2, (t->tm_yday - t->tm_wday + 7) / 7);
	case 'W': return number(o, c, 2, (t->tm_yday - (t->tm_wday + 6) % 7 + 7) / 7);
	case 'V': return number(o, c, 2, week(t, &weeks));
	case 'g':
		w = week(t, &weeks);
		return number(o, c, 2, (weeks % 100 + 100) % 100);
	case 'G':
		w = week(t, &weeks);
		return number(o, c, 1, weeks);
	case 'y': return number(o, c, 2, (t->tm_year % 100 + 100) % 100);
	case 'Y': return number(o, c, 1, year);
	case 'z': return zone(o, c, t);
	case 'P':
	case 'p':
		if (f == 'P' || c->swap) c->upper = 0, c->lower = 1;
		s = nl_langinfo_l(t->tm_hour > 11 ? PM_STR : AM_STR, l);
		return add(o, c, s, strlen(s));
	case 'Z':
		if (c->swap) c->upper = 0, c->lower = 1;
		s = t->tm_isdst < 0 ? "" : __tm_to_tzname(t);
		return add(o, c, s, strlen(s));
	}
	return -1;
}

/* Writes the text; 0 if there is no room. */
static size_t put(struct output *o, const char *f, const struct tm *t, locale_t l, int upper)
{
	const struct conversion plain = {0};

	for (; *f; f++) {
		const char *start = f;
		struct conversion c = {.upper = upper};
		char modifier = 0;
		int done = -1;

		if (*f != '%') {
			struct conversion as_is = plain;
			as_is.upper = upper;
			if (!add(o, &as_is, f, 1)) return 0;
			continue;
		}
		for (f++; *f && strchr("_-0^#", *f); f++) {
			if (*f == '^') c.upper = 1;
			else if (*f == '#') c.swap = 1;
			else c.pad = *f;
		}
		for (; isdigit((unsigned char)*f); f++) c.width = c.width < 100000000 ? 10 * c.width + *f - '0' : c.width;
		if (*f == 'E' || *f == 'O') modifier = *f++;
		if (!modifier || *f && strchr(modifier == 'E' ? "cCxXyY" : "BbdeHIklmMSuUVwWgGyhj", *f)) done = convert(o, &c, *f, t, l);
		if (!done) return 0;
		if (done < 0) {
			if (!*f) f--;
			if (!add(o, &c, start, f + 1 - start)) return 0;
		}
	}
	return 1;
}

size_t __strftime_l(char *restrict s, size_t n, const char *restrict format, const struct tm *restrict t, locale_t l)
{
	struct output o = {s, s + n};

	tzset();
	if (!n || !put(&o, format, t, l, 0)) {
		errno = ERANGE;
		return 0;
	}
	*o.at = 0;
	return o.at - s;
}
weak_alias(__strftime_l, strftime_l);

size_t strftime(char *restrict s, size_t n, const char *restrict format, const struct tm *restrict t)
{
	return __strftime_l(s, n, format, t, CURRENT_LOCALE);
}
