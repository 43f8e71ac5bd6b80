/* Where escapes by number end: adjacent literals do not go on with them. */
#include <stdio.h>
#include <stddef.h>

#define ESC "\x1"
#define TEXT(x) #x

static void show(const char *s, size_t n)
{
	for (size_t i = 0; i < n; i++)
		printf(" %02x", s[i] & 0xff);
	printf("\n");
}

#define SHOW(s) show(s, sizeof s)

int main(void)
{
	SHOW("\x01" "\x0002" "s2");
	SHOW("\x1" "b" "\x41" "1" "\xfff");
	SHOW(ESC "abc" ESC);
	SHOW("a\0" "12" "\1" "2" "\12" "3" "\377" "7" "\7");
	SHOW("\\x1" "2" "\\1" "2" "\\\x1" "2" "\\\\1" "2");
	SHOW("\x1g\x12z\0x\18\n" "1");
	printf("%d %d %d %d\n", '\x1', '\x041', '\0', '\12');
	const wchar_t w[] = L"\x1" "b" L"\x263a" L"1\x41" "1" "\x42" "2\0" "1";
	for (size_t i = 0; i < sizeof w / sizeof *w; i++)
		printf(" %x", (unsigned)w[i]);
	printf(" %x\n", (unsigned)L'\x263a');
	puts(TEXT("\x41z" "a\n"));
	return 0;
}
