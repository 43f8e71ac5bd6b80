/* confcov.h for a native build: the options' values are environment variables;
   one that is missing is 0. Exit status 99 says that an assumption fails. */

#include "confcov.h"

#include <stdlib.h>
#include <string.h>

long confcov_symbolic_int(const char *name)
{
	const char *value = getenv(name);
	return value ? strtol(value, NULL, 0) : 0;
}

int confcov_symbolic_bool(const char *name)
{
	return confcov_symbolic_int(name) != 0;
}

void confcov_make_symbolic(void *object, unsigned long size, const char *name)
{
	long value = confcov_symbolic_int(name);
	if (size > sizeof value) abort();
	memcpy(object, &value, size); /* little endian */
}

void confcov_assume(int condition)
{
	if (!condition) _Exit(99);
}
