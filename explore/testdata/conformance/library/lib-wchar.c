/* wchar.h: string functions and number conversions. */
#define _GNU_SOURCE
#include <stdio.h>
#include <wchar.h>
#include <wctype.h>

static int sign(int n) { return (n > 0) - (n < 0); }

int main(void)
{
	wchar_t b[40] = L"", t[] = L"a,b;;c", *save, *end;

	wcscpy(b, L"hello");
	wcscat(b, L" world");
	wcsncat(b, L"!!!", 1);
	printf("%zu %zu %ls\n", wcslen(b), wcsnlen(b, 4), b);
	printf("%d %d %d\n", sign(wcscmp(b, L"help")), sign(wcsncmp(b, L"help", 3)), sign(wcscasecmp(L"ABC", L"abd")));
	printf("%d %d %d %d\n", (int)(wcschr(b, 'o') - b), (int)(wcsrchr(b, 'o') - b), (int)(wcsstr(b, L"wor") - b), (int)(wcspbrk(b, L"wl") - b));
	printf("%zu %zu\n", wcsspn(b, L"hel"), wcscspn(b, L"w"));
	for (wchar_t *p = wcstok(t, L",;", &save); p; p = wcstok(NULL, L",;", &save)) printf("[%ls]", p);
	puts("");
	printf("%d %d\n", wmemcmp(b, L"hello", 5), (int)(wmemchr(b, 'w', 10) - b));
	wmemset(b + 20, L'x', 3);
	wmemmove(b + 21, b, 3);
	printf("%lc%lc%lc\n", b[20], b[21], b[22]);
	printf("%ld", wcstol(L"-12rest", &end, 10));
	printf(" %ls\n", end);
	printf("%lu %lld\n", wcstoul(L"ff", NULL, 16), wcstoll(L"077", NULL, 0));
	printf("%g", wcstod(L"1.5e2x", &end));
	printf(" %ls\n", end);
	int x, y;
	wchar_t w[10];
	printf("%d", swscanf(L"12 word 0x1f", L"%d %ls %x", &x, w, &y));
	printf(" %d %ls %d\n", x, w, y);
	for (wint_t c = 0; c < 128; c++)
		printf("%d", !!iswalpha(c) + 2 * !!iswdigit(c) + 4 * !!iswspace(c) + 8 * !!iswupper(c));
	printf("\n%d %d %d\n", iswctype('a', wctype("alpha")) != 0, iswctype('1', wctype("alpha")) != 0, wctype("nonsense") == 0);
	printf("%c %c %c\n", towupper('a'), towlower('Q'), towctrans('x', wctrans("toupper")));
	printf("%d %d\n", wcwidth('a'), wcswidth(L"abc", 3));
	return 0;
}
