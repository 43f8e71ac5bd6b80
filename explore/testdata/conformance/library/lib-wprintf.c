/* Wide printf: swprintf, wide and narrow strings in both. */
#include <locale.h>
#include <stdio.h>
#include <wchar.h>

int main(void)
{
	wchar_t w[64];
	char s[64];

	setlocale(LC_ALL, "C.UTF-8");
	int n = swprintf(w, 64, L"%d %s %ls %c %lc %5.2f", 42, "narrow", L"wide", 'c', L'\u00e9', 3.14159);
	printf("%d %d %ls\n", n, (int)wcslen(w), w);
	n = snprintf(s, sizeof s, "%ls|%8ls|%-8ls|%.3ls|%lc", L"a\u00e9b", L"xy", L"xy", L"\u00e9\u00e9", L'\u20ac');
	printf("%d %s\n", n, s);
	n = swprintf(w, 4, L"%s", "toolong");
	printf("%d\n", n);
	n = swprintf(w, 8, L"%s", "fits");
	printf("%d %ls\n", n, w);
	n = swprintf(w, 64, L"%10ls|%-10s|%.2s|%.2ls|", L"r", "l", "cut", L"cut");
	printf("%d %ls\n", n, w);
	n = swprintf(w, 64, L"%x %o %e %%", 255, 8, 1.5);
	printf("%d %ls\n", n, w);
	n = snprintf(s, sizeof s, "%S %C", L"old", L'n');
	printf("%d %s\n", n, s);
	return 0;
}
