/* String functions of glibc that musl lacks. */

#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>

void *rawmemchr(const void *p, int c)
{
	const unsigned char *s = p;

	while (*s != (unsigned char)c) s++;
	return (void *)s;
}

/* basename of string.h under _GNU_SOURCE; that of libgen.h is __xpg_basename. */
char *__confcov_gnu_basename(const char *path)
{
	char *slash = strrchr(path, '/');

	return slash ? slash + 1 : (char *)path;
}

char *canonicalize_file_name(const char *path)
{
	return realpath(path, 0);
}
