/* printf: integer conversions with every flag. */
#include <limits.h>
#include <stdint.h>
#include <stdio.h>

int main(void)
{
	static const char *const flags[] = { "", "-", "+", " ", "0", "#", "-+", "+0", " 0", "-0", "#0", "-#", "+ " };
	static const char *const sizes[] = { "", "1", "7", ".0", ".3", "8.3", "8.", ".12" };
	static const int values[] = { 0, 1, -1, 42, -12345, INT_MAX, INT_MIN };
	char format[32];

	for (unsigned f = 0; f < sizeof flags / sizeof *flags; f++)
		for (unsigned s = 0; s < sizeof sizes / sizeof *sizes; s++) {
			for (const char *c = "diouxX"; *c; c++) {
				snprintf(format, sizeof format, "%%%s%s%c", flags[f], sizes[s], *c);
				printf("%s:", format);
				for (unsigned v = 0; v < sizeof values / sizeof *values; v++) {
					putchar('[');
					printf(format, values[v]);
					putchar(']');
				}
				putchar('\n');
			}
		}
	return 0;
}
