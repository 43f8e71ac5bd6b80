/* Wide and multibyte characters in the locale C, where only those of ASCII are characters, and in C.UTF-8. */
#define _GNU_SOURCE
#include <errno.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>
#include <wctype.h>

static void convert(const char *s)
{
	wchar_t w[16] = L"##########";
	mbstate_t state = { 0 };
	const char *p = s;

	errno = 0;
	printf("%d", mbtowc(w, s, strlen(s) + 1));
	printf(" %d %x;", errno, w[0]);
	w[0] = '#';
	errno = 0;
	printf(" %zd", mbrtowc(w, s, strlen(s) + 1, &state));
	printf(" %d %x;", errno, w[0]);
	memset(&state, 0, sizeof state);
	errno = 0;
	printf(" %zd", mbsrtowcs(w, &p, 8, &state));
	printf(" %d %d %x;", errno, p ? (int)(p - s) : -1, w[1]);
	printf(" %zd\n", mbstowcs(NULL, s, 0));
}

int main(void)
{
	static const char *const texts[] = { "", "a", "a\xc3\xa4z", "\xe4", "\xff", "\xe2\x82\xac", "long enough \xf0\x9f\x98\x80" };
	static const wchar_t wides[] = { 'a', 0x7f, 0x80, 0xe4, 0x20ac, 0xd800, 0x1f600, 0x10ffff };
	static const char *const names[] = { "C", "C.UTF-8" };

	for (int l = 0; l < 2; l++) {
		printf("%s %zu\n", setlocale(LC_ALL, names[l]), MB_CUR_MAX);
		for (int i = 0; i < sizeof texts / sizeof *texts; i++) convert(texts[i]);
		for (int i = 0; i < sizeof wides / sizeof *wides; i++) {
			char b[16] = "########", c[16] = "########";
			wchar_t w[3] = { 'x', wides[i], 0 };
			errno = 0;
			printf("%x: %d", wides[i], wctomb(b, wides[i]));
			printf(" %d %zd", errno, wcstombs(c, w, 10));
			printf(" %.8s %d %d", c, wctob(wides[i]), wcwidth(wides[i]));
			printf(" %d", snprintf(b, sizeof b, "%lc|", wides[i]));
			printf(" %d%d%d%d%d\n", !!iswalpha(wides[i]), !!iswprint(wides[i]), !!iswcntrl(wides[i]), !!iswpunct(wides[i]), !!iswgraph(wides[i]));
		}
		printf("%x %x %x %x\n", btowc(0x41), btowc(0x80), btowc(0xff), btowc(EOF));
		printf("%x %x %x %x\n", towupper(0xe4), towlower(0xc4), towupper('q'), towupper(0xdf));
		printf("%d %d %d\n", !!iswlower(0xe4), !!iswupper(0xc4), !!iswspace(0x85));
		wchar_t w[10], *none = NULL;
		errno = 0;
		printf("%d", swprintf(w, 10, L"%ls", L"a\xe4"));
		printf(" %d %x", errno, w[1]);
		printf(" %d", swprintf(w, 10, L"%s", "\xe4"));
		printf(" %d\n", errno);
		printf("%ls %.3ls| ", none, none);
		printf("%d", sscanf("\xe4 z", "%ls", w));
		printf(" %d\n", errno);
	}
	return 0;
}
