/* mbtowc for what takes every byte where there is no locale of UTF-8: those that are not of ASCII become numbers that are no characters. */

#include <stdlib.h>

int __confcov_mbtowc(wchar_t *restrict wc, const char *restrict s, size_t n)
{
	if (MB_CUR_MAX > 1 || !s || !n || (unsigned char)*s < 0x80) return mbtowc(wc, s, n);
	if (wc) *wc = 0xdfff & (signed char)*s;
	return 1;
}
