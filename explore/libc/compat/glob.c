/* glob with glibc's GLOB_BRACE, GLOB_ONLYDIR and GLOB_MAGCHAR; the rest is musl's, whose function is compiled as __musl_glob. */

#include <glob.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include "confcov_internal.h"

enum { MAGCHAR = 0x100, ALTDIRFUNC = 0x200, BRACE = 0x400, NOMAGIC = 0x800, ONLYDIR = 0x2000 };

typedef int errors(const char *, int);

int __musl_glob(const char *restrict, int, errors *, glob_t *restrict);

/* The comma or closing brace that ends an alternative, or 0. */
static const char *alternative(const char *s, int flags)
{
	for (int depth = 0; *s; s++) {
		if (*s == '\\' && s[1] && !(flags & GLOB_NOESCAPE)) s++;
		else if (*s == '{') depth++;
		else if (*s == '}' && depth-- == 0) return s;
		else if (*s == ',' && depth == 0) return s;
	}
	return 0;
}

/* The first brace that opens alternatives, or 0. */
static const char *opening(const char *s, int flags)
{
	for (; *s; s++) {
		if (*s == '\\' && s[1] && !(flags & GLOB_NOESCAPE)) s++;
		else if (*s == '{' && s[1] == '}') s++;
		else if (*s == '{') return s;
	}
	return 0;
}

static int braces(const char *pattern, int flags, errors *report, glob_t *g)
{
	const char *open = opening(pattern, flags), *start, *end, *rest;
	int r = GLOB_NOMATCH, append = flags & GLOB_APPEND;
	size_t before = append ? g->gl_pathc : 0;

	rest = open;
	while (rest && (rest = alternative(rest + 1, flags)) && *rest != '}') ;
	if (!rest) return __musl_glob(pattern, flags, report, g);
	for (start = open + 1; ; start = end + 1) {
		size_t prefix = open - pattern, middle;
		char *one;

		end = alternative(start, flags);
		middle = end - start;
		one = malloc(prefix + middle + strlen(rest));
		if (!one) return GLOB_NOSPACE;
		memcpy(one, pattern, prefix);
		memcpy(one + prefix, start, middle);
		strcpy(one + prefix + middle, rest + 1);
		r = braces(one, (flags & ~(GLOB_NOCHECK | NOMAGIC)) | append, report, g);
		free(one);
		if (r && r != GLOB_NOMATCH) return r;
		append = GLOB_APPEND;
		if (end == rest) break;
	}
	if (g->gl_pathc > before) return 0;
	if (flags & (GLOB_NOCHECK | NOMAGIC)) return __musl_glob(pattern, flags | GLOB_APPEND, report, g);
	return GLOB_NOMATCH;
}

/* Leaves directories alone of what was found from the first-th on. */
static int directories(glob_t *g, size_t first)
{
	char **v = g->gl_pathv + g->gl_offs;
	size_t n = first;
	struct stat st;

	for (size_t i = first; i < g->gl_pathc; i++) {
		if (!stat(v[i], &st) && S_ISDIR(st.st_mode)) v[n++] = v[i];
		else free(v[i] - sizeof(void *)); /* it follows a pointer in what __musl_glob allocated */
	}
	g->gl_pathc = n;
	v[n] = 0;
	return n > first ? 0 : GLOB_NOMATCH;
}

int glob(const char *restrict pattern, int flags, errors *report, glob_t *restrict g)
{
	int magic = !!strpbrk(pattern, "*?["), only = flags & ONLYDIR, r;
	size_t first = flags & GLOB_APPEND ? g->gl_pathc : 0;

	if (flags & ALTDIRFUNC) {
		__confcov_unsupported("glob with GLOB_ALTDIRFUNC");
		return GLOB_NOSYS;
	}
	if (flags & NOMAGIC && !magic) flags |= GLOB_NOCHECK;
	flags &= ~ONLYDIR;
	if (!(flags & GLOB_DOOFFS)) g->gl_offs = 0;
	r = flags & BRACE ? braces(pattern, flags & ~BRACE, report, g) : __musl_glob(pattern, flags & ~NOMAGIC, report, g);
	if (!r && only && magic) r = directories(g, first);
	if (!r) g->__dummy1 = flags | only | (magic ? MAGCHAR : 0);
	return r;
}
