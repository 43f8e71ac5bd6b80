/* String literals: concatenation, escapes, wide and Unicode ones, as initialisers. */
#include <stdio.h>
#include <wchar.h>
#include <uchar.h>
#include <string.h>

static const char s1[] = "one" " two" "\t" "three";
static const wchar_t w1[] = L"wide " L"text", w2[] = L"\x20ac\u00e9\U0001f600";
static const char16_t u16[] = u"\u20ac\U0001f600z";
static const char32_t u32[] = U"\u20ac\U0001f600z";
static const char u8[] = u8"\u20ac\u00e9";
static char *const pointers[] = { "a", "b" "c", u8"d" };
static char four[4] = "four", five[5] = "four", nul[] = "a\0b";
static wchar_t wfield[3] = L"abc";
static struct { char a[3]; char16_t b[3]; } in = { "xyz", u"uv" };

int main(void)
{
	printf("%s %zu\n", s1, sizeof s1);
	for (unsigned i = 0; i < sizeof w1 / sizeof *w1; i++)
		printf("%x ", (unsigned)w1[i]);
	for (unsigned i = 0; i < sizeof w2 / sizeof *w2; i++)
		printf("%x ", (unsigned)w2[i]);
	for (unsigned i = 0; i < sizeof u16 / sizeof *u16; i++)
		printf("%x ", u16[i]);
	for (unsigned i = 0; i < sizeof u32 / sizeof *u32; i++)
		printf("%x ", u32[i]);
	for (unsigned i = 0; i < sizeof u8; i++)
		printf("%x ", (unsigned char)u8[i]);
	printf("\n%s %s %.4s %s %zu %s\n", pointers[1], pointers[2], four, five, sizeof nul, nul + 2);
	printf("%zu %zu %zu %zu\n", sizeof "a" "b", sizeof L"ab", sizeof u"ab", sizeof U"ab");
	printf("%d %d\n", (int)wfield[2], in.b[1]);
	printf("%s|%s|%s\n", "\x41" "1", "\101\60", "\?\a\\" + 2);
	printf("%c%c %zu\n", "index"[1], *("deref" + 2), strlen("a\0b"));
	printf("line \
continued\n");
	printf("%d\n", "same" "" == 0);
	const char *p = "€é";
	printf("%zu %x\n", strlen(p), (unsigned char)p[0]);
	printf("%ls %lc\n", L"ascii", L'x');
	return sizeof("12" "34");
}
