/* regexec for glibc's regmatch_t, whose offsets are ints; musl's are longs. The
   member src/regex/regexec.c is compiled with its function named __musl_regexec. */

#include <regex.h>
#include <stdlib.h>
#include <string.h>

struct gnu_match {
	int start, end;
};

enum { untouched = -2, STARTEND = 4 }; /* what stays under REG_NOSUB; that the first match says where the text is */

int __musl_regexec(const regex_t *restrict, const char *restrict, size_t, regmatch_t *restrict, int);

int regexec(const regex_t *restrict re, const char *restrict s, size_t n, regmatch_t *restrict matches, int flags)
{
	struct gnu_match *out = (struct gnu_match *)matches;
	regmatch_t few[16], *m = few;
	char *part = 0;
	int r, begin = 0;

	if (n > sizeof few / sizeof *few) {
		m = malloc(n * sizeof *m);
		if (!m) return REG_ESPACE;
	}
	if (flags & STARTEND) {
		begin = out->start;
		if (begin) flags |= REG_NOTBOL;
		part = malloc(out->end - begin + 1);
		if (!part) return REG_ESPACE;
		memcpy(part, s + begin, out->end - begin);
		part[out->end - begin] = 0;
		s = part;
	}
	if (n) m[0].rm_so = untouched;
	r = __musl_regexec(re, s, n, m, flags & ~STARTEND);
	if (!r && n && m[0].rm_so != untouched) {
		for (size_t i = 0; i < n; i++) {
			out[i].start = m[i].rm_so < 0 ? -1 : m[i].rm_so + begin;
			out[i].end = m[i].rm_eo < 0 ? -1 : m[i].rm_eo + begin;
		}
	}
	free(part);
	if (m != few) free(m);
	return r;
}
