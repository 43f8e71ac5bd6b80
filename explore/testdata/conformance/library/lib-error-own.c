/* A program with functions that glibc's headers define for inlining: error and, of its own file, what it calls. */
#include <errno.h>
#include <error.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

void error(int status, int number, const char *format, ...)
{
	va_list list;

	va_start(list, format);
	printf("%d %d ", status, number);
	vprintf(format, list);
	va_end(list);
	if (status) exit(status);
}

int main(int argc, char **argv)
{
	error(0, ENOENT, "%d arguments\n", argc);
	error(4, 0, "%s\n", "the end");
	return 0;
}
