/* Prefixes of adjacent strings, and attributes at the beginning of types. */
#include <stddef.h>
#include <stdio.h>
#include <uchar.h>

#define small __attribute__((mode(QI))) int
#define PACKED __attribute__((packed))

struct PACKED tight { char c; int i; };

const wchar_t *w = "a" L"b" "\x41" "1";
const char16_t *h = u"a" "\u2029"
    u"b";
const char32_t *k = "x" U"\U00064321" "y";
const char *plain = "pl" "ain\1" "2", *eight = u8"\u00e9" "x";

int main(void)
{
    int caf\u00e9 = 2;
    printf("%d %d %d %d\n", w[0], w[1], w[2], w[3]);
    printf("%d %d %d %d %d\n", h[0], h[1], h[2], k[1], k[2]);
    printf("%s %s %d\n", plain, eight, u'\u1234' + U'\U00012345' + L'\xff');
    printf("%d\n", café);
    printf("%d %d %d\n", (small)0x1ff, (int)(sizeof(small) + sizeof(struct tight)), (__attribute__((mode(HI))) unsigned int)-1);
    return 0;
}
