/* regexec for glibc's regmatch_t, whose offsets are ints; musl's are longs. The
   member src/regex/regexec.c is compiled with its function named __musl_regexec. */

#include <regex.h>
#include <stdlib.h>

struct gnu_match {
	int start, end;
};

enum { untouched = -2 }; /* what stays under REG_NOSUB */

int __musl_regexec(const regex_t *restrict, const char *restrict, size_t, regmatch_t *restrict, int);

int regexec(const regex_t *restrict re, const char *restrict s, size_t n, regmatch_t *restrict matches, int flags)
{
	struct gnu_match *out = (struct gnu_match *)matches;
	regmatch_t few[16], *m = few;
	int r;

	if (n > sizeof few / sizeof *few) {
		m = malloc(n * sizeof *m);
		if (!m) return REG_ESPACE;
	}
	if (n) m[0].rm_so = untouched;
	r = __musl_regexec(re, s, n, m, flags);
	if (!r && n && m[0].rm_so != untouched) {
		for (size_t i = 0; i < n; i++) {
			out[i].start = m[i].rm_so;
			out[i].end = m[i].rm_eo;
		}
	}
	if (m != few) free(m);
	return r;
}
