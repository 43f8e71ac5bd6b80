/* asprintf, vasprintf: memory of the needed size. */
#define _GNU_SOURCE
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *format(const char *f, ...)
{
	va_list args, copy;
	char *s, *again;

	va_start(args, f);
	va_copy(copy, args);
	int n = vasprintf(&s, f, args);
	int m = vasprintf(&again, f, copy);
	va_end(args);
	va_end(copy);
	printf("%d %d %d\n", n, m, strcmp(s, again));
	free(again);
	return s;
}

int main(void)
{
	char *s;

	int n = asprintf(&s, "%0300d", 7);
	printf("%d %d %s\n", n, (int)strlen(s), s + 290);
	free(s);
	s = format("%s/%s.%d", "directory", "file", 42);
	puts(s);
	free(s);
	s = format("");
	printf("[%s]\n", s);
	free(s);
	return 0;
}
