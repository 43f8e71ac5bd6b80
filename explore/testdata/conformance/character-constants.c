/* Character constants: escapes, several characters, prefixes. */
#include <stdio.h>
#include <stddef.h>
#include <uchar.h>

int main(void)
{
	printf("%d %d %d %d %d %d %d\n", '\a', '\b', '\f', '\n', '\r', '\t', '\v');
	printf("%d %d %d %d %d\n", '\'', '\"', '\\', '\?', '\e');
	printf("%d %d %d %d %d\n", '\0', '\7', '\12', '\101', '\377');
	printf("%d %d %d\n", '\x41', '\x7f', '\xff');
	printf("%d %d %d\n", 'ab', 'abc', 'abcd');
	printf("%d %d\n", '\1\2', '\0a');
	printf("%d %d %d\n", L'a', L'\xffff', L'\377');
	printf("%d %d %d\n", u'a', u'\xffff', u'\u20ac');
	printf("%u %u %u\n", U'a', U'\xffffffff', U'\U0001f600');
	printf("%d %d\n", L'\u00e9', L'\U0001f600');
	printf("%d\n", _Generic(L'a', wchar_t: 1, default: 2));
	printf("%d %d\n", _Generic(u'a', char16_t: 1, default: 2), _Generic(U'a', char32_t: 1, default: 2));
	printf("%zu %zu %zu %zu\n", sizeof 'a', sizeof L'a', sizeof u'a', sizeof U'a');
	printf("%d %d\n", '0' + 9 == '9', 'z' - 'a');
	printf("%d\n", 'a' << 8 | 'b');
	return 0;
}
