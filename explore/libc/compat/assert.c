#include <stdio.h>
#include <stdlib.h>

extern char *__progname;

_Noreturn void __assert_fail(const char *condition, const char *file, int line, const char *function)
{
	fflush(stdout);
	fprintf(stderr, "%s: %s:%d: %s: Assertion `%s' failed.\n", __progname, file, line, function, condition);
	abort();
}

_Noreturn void __assert_perror_fail(int e, const char *file, int line, const char *function)
{
	char *strerror(int);

	fprintf(stderr, "%s: %s:%d: %s: Unexpected error: %s.\n", __progname, file, line, function, strerror(e));
	abort();
}
