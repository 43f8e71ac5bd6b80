/* Which bytes are the beginning of a character of UTF-8, and which ones end one. */
#include <errno.h>
#include <locale.h>
#include <stdio.h>
#include <string.h>
#include <wchar.h>

int main(void)
{
	if (setlocale(LC_ALL, "C.UTF-8") == NULL)
		return 1;
	for (int byte = 0, before = 1; byte < 256; byte++) {
		mbstate_t state;
		wchar_t wide;
		char text[2] = {(char) byte, 'x'};
		memset(&state, 0, sizeof state);
		int result = (int) mbrtowc(&wide, text, 1, &state);
		if (result != before)
			printf("%02x: %d, %d\n", byte, result, mbsinit(&state) != 0);
		before = result;
		memset(&state, 0, sizeof state);
		errno = 0;
		result = (int) mbrtowc(&wide, text, 2, &state);
		if (result != (byte == 0 ? 0 : byte < 128 ? 1 : -1) || errno != (result < 0 ? EILSEQ : 0))
			printf("%02x x: %d\n", byte, result);
	}
	return 0;
}
