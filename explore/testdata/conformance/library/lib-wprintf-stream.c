/* wprintf and fputwc: a stream that is wide oriented. */
#include <locale.h>
#include <stdio.h>
#include <wchar.h>

int main(void)
{
	setlocale(LC_ALL, "C.UTF-8");
	wprintf(L"%d\n", fwide(stdout, 0) > 0);
	wprintf(L"%ls %s %d\n", L"wide \u00e4\u20ac\U0001f600", "narrow", 5);
	fputwc(L'\u00df', stdout);
	putwchar(L'\n');
	fputws(L"z\u00fcrich\n", stdout);
	fwprintf(stdout, L"%lc%c|%5ls|%-5ls|\n", L'\u03b1', 'b', L"ab", L"cd");
	wprintf(L"%d\n", fwide(stdout, -1) > 0);
	return 0;
}
