/* ctype.h: every class of every character of the C locale. */
#include <ctype.h>
#include <stdio.h>

int main(void)
{
	for (int c = -1; c < 256; c++) {
		unsigned bits = 0;

		bits |= !!isalpha(c) << 0 | !!isdigit(c) << 1 | !!isalnum(c) << 2 | !!isspace(c) << 3 | !!isupper(c) << 4 | !!islower(c) << 5;
		bits |= !!ispunct(c) << 6 | !!isprint(c) << 7 | !!isgraph(c) << 8 | !!iscntrl(c) << 9 | !!isxdigit(c) << 10 | !!isblank(c) << 11;
		bits |= !!isascii(c) << 12;
		printf("%d:%03x,%d,%d,%d%c", c, bits, toupper(c), tolower(c), c >= 0 ? toascii(c) : 0, c % 8 == 7 ? '\n' : ' ');
	}
	return 0;
}
