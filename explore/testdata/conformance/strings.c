/* String and character literals, escapes, concatenation, wide strings. */
#include <stdio.h>
#include <string.h>
#include <wchar.h>
static const char all[] = "\a\b\f\n\r\t\v\\\'\"\?\0\1\12\123\x7f\xff" "1" "\x41" "B" "\101" "1"; static wchar_t w[] = L"w\u00e9\x1234" L"z"; static const char *u8 = "gr\u00fc\u00dfe \U0001f600";
int main(void)
{
	for (unsigned i = 0; i < sizeof all; i++) printf("%d ", all[i]); putchar('\n'); for (unsigned i = 0; i < sizeof w / sizeof *w; i++) printf("%x ", (unsigned)w[i]); putchar('\n');
	for (const char *p = u8; *p; p++) printf("%02x", (unsigned char)*p); putchar('\n'); printf("%d %d %d %d %x\n", 'a', '\n', '\377', '\0', 'ab'); printf("%x %zu %zu\n", L'\u00e9', sizeof L'x', sizeof 'x'); printf("%zu %zu %zu\n", sizeof "", sizeof "abc", sizeof L"ab");
	printf("%s %c%c\n", "con" "cat" "ena" "ted", "xyz"[1], *"q"); const char *a = "same", *b = "same"; printf("%d\n", a == b); char buf[] = "mutable"; buf[0] = 'M'; puts(buf); printf("%d\n", memcmp("a\0b", "a\0c", 3) < 0);
	printf("line\
 continued\n"); puts("tri??gra"); printf("%s\n", __FILE__[0] ? "file" : ""); printf("%d\n", __LINE__); printf("%ls\n", L"wide");
	return strlen("four\0five");
}
