/* iconv: between UTF-8, UTF-16, Latin 1 and ASCII, and what one of them lacks; a catalogue that there is none of. */
#include <errno.h>
#include <iconv.h>
#include <nl_types.h>
#include <stdio.h>
#include <string.h>

static void convert(const char *to, const char *from, const char *s, size_t n, size_t room)
{
	char out[64], *o = out, *i = (char *)s;
	size_t left = room;
	iconv_t c = iconv_open(to, from);

	if (c == (iconv_t)-1) {
		printf("%s->%s: %d\n", from, to, errno == EINVAL);
		return;
	}
	errno = 0;
	size_t r = iconv(c, &i, &n, &o, &left);
	printf("%s->%s: %zd %s left %zu:", from, to, (ssize_t)r, errno == EILSEQ ? "EILSEQ" : errno == EINVAL ? "EINVAL" : errno == E2BIG ? "E2BIG" : "ok", n);
	for (char *p = out; p < o; p++) printf(" %02x", (unsigned char)*p);
	puts("");
	iconv_close(c);
}

int main(void)
{
	puts(catgets(catopen("there is none", 0), 1, 1, "a text of its own"));
	convert("UTF-16LE", "UTF-8", "a\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80", 10, 64);
	convert("UTF-8", "UTF-16BE", "\0a\0\xe9\x20\xac", 6, 64);
	convert("ISO-8859-1", "UTF-8", "a\xc3\xa9", 3, 64);
	convert("ISO-8859-1", "UTF-8", "\xc3\xa4\xe2\x82\xac", 5, 64);
	convert("ASCII", "UTF-8", "a\xc3\xa4", 3, 64);
	convert("ISO-8859-2", "UTF-8", "\xc5\x82\xc3\xa6", 4, 64);
	convert("UTF-8", "ISO-8859-1", "\xe4\xf6\xfc", 3, 64);
	convert("UTF-8", "UTF-8", "ok\xff", 3, 64);
	convert("UTF-16LE", "UTF-8", "a\xc3", 2, 64);
	convert("UTF-16LE", "UTF-8", "abcdef", 6, 4);
	convert("UTF-32LE", "ASCII", "xy", 2, 64);
	convert("UTF-8", "ASCII", "x\x80", 2, 64);
	convert("UTF-8", "ISO-8859-15", "\xa4", 1, 64);
	convert("UTF-8", "CP1252", "\x80\x99", 2, 64);
	convert("UTF-8", "ANSI_X3.4-1968", "ascii", 5, 64);
	convert("NOSUCH", "UTF-8", "", 0, 0);
	return 0;
}
