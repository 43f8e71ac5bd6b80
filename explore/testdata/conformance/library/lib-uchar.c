/* mbtowc, wctomb, mblen, mbstowcs, mbrtowc: UTF-8 in parts and broken. */
#include <errno.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

int main(void)
{
	static const char *const s[] = { "a", "\xc3\xa9", "\xe2\x82\xac", "\xf0\x9f\x98\x80", "", "\x80", "\xc3", "\xc3\x28", "\xc0\x80", "\xed\xa0\x80", "\xff" };
	wchar_t w, ws[10];
	char b[20];
	mbstate_t st;

	printf("%s\n", setlocale(LC_ALL, "C.UTF-8"));
	for (unsigned i = 0; i < sizeof s / sizeof *s; i++) {
		w = 0;
		memset(&st, 0, sizeof st);
		errno = 0;
		printf("%u: %d %d", i, mblen(s[i], strlen(s[i]) + 1), mbtowc(&w, s[i], strlen(s[i]) + 1));
		printf(" %x %zd", (unsigned)w, mbrtowc(&w, s[i], strlen(s[i]), &st));
		printf(" %d\n", mbsinit(&st) != 0);
	}
	memset(&st, 0, sizeof st);
	printf("%zd ", mbrtowc(&w, "\xe2", 1, &st));
	printf("%zd ", mbrtowc(&w, "\x82", 1, &st));
	printf("%zd %x\n", mbrtowc(&w, "\xac!", 2, &st), (unsigned)w);
	printf("%d %d\n", wctomb(b, L'\u20ac'), wctomb(NULL, 0));
	printf("%zd %zd\n", mbstowcs(ws, "a\xc3\xa9z", 10), mbstowcs(NULL, "a\xc3\xa9z", 0));
	printf("%x %x %x %x\n", (unsigned)ws[0], (unsigned)ws[1], (unsigned)ws[2], (unsigned)ws[3]);
	printf("%zd %zd %zd\n", mbstowcs(ws, "\xff", 10), wcstombs(b, L"x\u00e9y", 20), wcstombs(NULL, L"x\u00e9y", 0));
	printf("%s\n", b);
	memset(b, '#', 20);
	printf("%zd %.4s\n", wcstombs(b, L"x\u00e9y", 2), b);
	const char *p = "ab\xc3\xa9" "cd";
	memset(&st, 0, sizeof st);
	printf("%zd", mbsrtowcs(ws, &p, 3, &st));
	printf(" %s %x\n", p, (unsigned)ws[2]);
	const wchar_t *wp = L"\u00e9\u00e9\u00e9";
	memset(&st, 0, sizeof st);
	printf("%zd", wcsrtombs(b, &wp, 5, &st));
	printf(" %d %.4s\n", (int)wcslen(wp), b);
	printf("%d %d\n", btowc('a'), wctob(L'\u00e9'));
	return 0;
}
