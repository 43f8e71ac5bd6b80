/* String functions of glibc that musl lacks. */

#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

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

/* Exchanges the bits that memfrob of glibc exchanges. */
void *memfrob(void *p, size_t n)
{
	for (unsigned char *s = p; n; s++, n--) *s ^= 42;
	return p;
}

wchar_t *wcschrnul(const wchar_t *s, wchar_t c)
{
	while (*s && *s != c) s++;
	return (wchar_t *)s;
}

wchar_t *wmempcpy(wchar_t *restrict to, const wchar_t *restrict from, size_t n) { return wmemcpy(to, from, n) + n; }
