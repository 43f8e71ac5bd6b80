/* fnmatch as glibc has it, with the patterns of FNM_EXTMATCH. */

#include <ctype.h>
#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>
#include <wctype.h>

enum { EXTMATCH = 1 << 5 };

struct text {
	const char *begin; /* of the whole text: a period after it or after a slash is a leading one */
	int flags;
};

static int match(const struct text *, const char *p, const char *pe, const char *s, const char *se);

/* The character at s and how many bytes it has; a byte that begins none is itself. */
static int character(const char *s, const char *end, wchar_t *c)
{
	int n = MB_CUR_MAX > 1 && end > s ? mbtowc(c, s, end - s) : 0;

	if (n > 0) return n;
	*c = (unsigned char)*s;
	return 1;
}

static wchar_t fold(const struct text *t, wchar_t c)
{
	return t->flags & FNM_CASEFOLD ? MB_CUR_MAX > 1 ? towlower(c) : tolower(c) : c;
}

static int leading(const struct text *t, const char *s)
{
	return *s == '.' && t->flags & FNM_PERIOD && (s == t->begin || t->flags & FNM_PATHNAME && s[-1] == '/');
}

static int slash(const struct text *t, const char *s) { return *s == '/' && t->flags & FNM_PATHNAME; }

/* The element of a bracket expression at *p: its character; -1 if it does not end. */
static wchar_t element(const struct text *t, const char **p, const char *pe)
{
	wchar_t c;

	if (**p == '[' && *p + 1 < pe && ((*p)[1] == '.' || (*p)[1] == '=')) {
		const char *s = *p + 2;
		int n = character(s, pe, &c);
		if (s + n + 1 >= pe || s[n] != (*p)[1] || s[n + 1] != ']') return -1;
		*p = s + n + 2;
		return c;
	}
	if (**p == '\\' && !(t->flags & FNM_NOESCAPE)) ++*p;
	if (*p >= pe) return -1;
	*p += character(*p, pe, &c);
	return c;
}

/* Whether c is in the bracket expression behind the [ at *p, which is moved behind it: -1 if that is none. */
static int bracket(const struct text *t, const char **p, const char *pe, wchar_t c)
{
	const char *q = *p;
	int not = q < pe && (*q == '!' || *q == '^'), found = 0, bad = 0;
	wchar_t folded = fold(t, c);

	q += not;
	for (const char *start = q; q < pe && (*q != ']' || q == start);) {
		const char *end;
		if (*q == '/' && t->flags & FNM_PATHNAME) return -1;
		if (*q == '[' && q + 1 < pe && q[1] == ':' && (end = strstr(q + 2, ":]")) && end + 1 < pe) {
			char name[16] = "";
			if (end - q - 2 < sizeof name) memcpy(name, q + 2, end - q - 2);
			if (!wctype(name)) bad = 1;
			else if (iswctype(c, wctype(name))) found = 1;
			q = end + 2;
			continue;
		}
		wchar_t low = element(t, &q, pe), high = low;
		if (low == -1) return -1;
		if (q + 1 < pe && *q == '-' && q[1] != ']') {
			q++;
			high = element(t, &q, pe);
			if (high == -1) return -1;
		}
		low = fold(t, low);
		high = fold(t, high);
		if (folded >= low && folded <= high) found = 1;
	}
	if (q >= pe) return -1;
	*p = q + 1;
	return !bad && found != not;
}

/* Behind the group that begins at p, or 0. */
static const char *group_end(const struct text *t, const char *p, const char *pe)
{
	int depth = 1;

	for (p += 2; p < pe; p++) {
		if (*p == '\\' && !(t->flags & FNM_NOESCAPE)) p++;
		else if (*p == '[') {
			const char *q = p + 1;
			if (bracket(t, &q, pe, 0) >= 0) p = q - 1;
		} else if (*p == '(') depth++;
		else if (*p == ')' && !--depth) return p + 1;
	}
	return 0;
}

/* Whether an alternative of the group p..end matches s..se as a whole. */
static int alternative(const struct text *t, const char *p, const char *end, const char *s, const char *se)
{
	struct text whole = {t->begin, t->flags & ~FNM_LEADING_DIR};
	int depth = 0;

	for (const char *a = p + 2, *q = a;; q++) {
		if (q < end - 1 && *q == '\\' && !(t->flags & FNM_NOESCAPE)) {
			q++;
			continue;
		}
		if (q < end - 1 && *q == '[') {
			const char *r = q + 1;
			if (bracket(t, &r, end, 0) >= 0) q = r - 1;
			continue;
		}
		if (q == end - 1 || *q == '|' && !depth) {
			if (match(&whole, a, q, s, se)) return 1;
			a = q + 1;
		}
		if (q == end - 1) return 0;
		depth += (*q == '(') - (*q == ')');
	}
}

/* Whether the group p..end and what is behind it match s..se. */
static int group(const struct text *t, const char *p, const char *end, const char *pe, const char *s, const char *se)
{
	char kind = *p;

	if ((kind == '?' || kind == '*') && match(t, end, pe, s, se)) return 1;
	if (kind == '!' && leading(t, s)) return 0;
	for (const char *k = s; k <= se; k++) {
		int is = alternative(t, p, end, s, k);
		if (kind == '!') {
			if (!is && match(t, end, pe, k, se)) return 1;
			if (k < se && slash(t, k)) return 0;
		} else if (is) {
			if (match(t, end, pe, k, se)) return 1;
			if ((kind == '*' || kind == '+') && k > s && group(t, p, end, pe, k, se)) return 1;
		}
	}
	return 0;
}

static int star(const struct text *t, const char *p, const char *pe, const char *s, const char *se)
{
	if (s < se && leading(t, s)) return 0;
	for (;; s++) {
		if (match(t, p, pe, s, se)) return 1;
		if (s == se || slash(t, s)) return 0;
	}
}

static int match(const struct text *t, const char *p, const char *pe, const char *s, const char *se)
{
	while (p < pe) {
		wchar_t c, d;
		const char *end, *q = p + 1;
		int is, n;

		if (t->flags & EXTMATCH && strchr("?*+@!", *p) && q < pe && *q == '(' && (end = group_end(t, p, pe)))
			return group(t, p, end, pe, s, se);
		if (*p == '*') {
			while (q < pe && *q == '*' && !(t->flags & EXTMATCH && q + 1 < pe && q[1] == '(')) q++;
			return star(t, q, pe, s, se);
		}
		if (s == se) return 0;
		n = character(s, se, &c);
		if (*p == '?' && (slash(t, s) || leading(t, s))) return 0;
		if (*p == '?') p++;
		else if (*p == '[' && (is = bracket(t, &q, pe, c)) >= 0) {
			if (!is || slash(t, s) || leading(t, s)) return 0;
			p = q;
		} else {
			if (*p == '\\' && !(t->flags & FNM_NOESCAPE) && ++p == pe) return 0;
			p += character(p, pe, &d);
			if (fold(t, c) != fold(t, d)) return 0;
		}
		s += n;
	}
	return s == se || t->flags & FNM_LEADING_DIR && *s == '/';
}

int fnmatch(const char *pattern, const char *string, int flags)
{
	struct text t = {string, flags};

	return match(&t, pattern, pattern + strlen(pattern), string, string + strlen(string)) ? 0 : FNM_NOMATCH;
}
