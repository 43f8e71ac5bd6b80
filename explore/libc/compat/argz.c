/* Vectors of strings that follow each other, of glibc's argz.h. */

#include <errno.h>
#include <stdlib.h>
#include <string.h>

int argz_append(char **argz, size_t *len, const char *s, size_t n)
{
	char *new = n ? realloc(*argz, *len + n) : *argz;

	if (n && !new) return ENOMEM;
	if (n) memcpy(new + *len, s, n);
	*argz = new;
	*len += n;
	return 0;
}

int argz_add(char **argz, size_t *len, const char *s) { return argz_append(argz, len, s, strlen(s) + 1); }

int argz_add_sep(char **argz, size_t *len, const char *s, int separator)
{
	while (*s) {
		size_t n = strcspn(s, (char[]){separator, 0});
		if (n) {
			int r = argz_append(argz, len, s, n + 1);
			if (r) return r;
			(*argz)[*len - 1] = 0;
		}
		s += n + !!s[n];
	}
	return 0;
}

int argz_create_sep(const char *s, int separator, char **argz, size_t *len)
{
	*argz = 0;
	*len = 0;
	return argz_add_sep(argz, len, s, separator);
}

int argz_create(char *const argv[], char **argz, size_t *len)
{
	*argz = 0;
	*len = 0;
	for (; *argv; argv++) {
		int r = argz_add(argz, len, *argv);
		if (r) return r;
	}
	return 0;
}

char *argz_next(const char *argz, size_t len, const char *entry)
{
	if (entry) entry += strlen(entry) + 1;
	else entry = argz;
	return entry && entry < argz + len ? (char *)entry : 0;
}
char *__argz_next(const char *argz, size_t len, const char *entry) { return argz_next(argz, len, entry); }

size_t argz_count(const char *argz, size_t len)
{
	size_t n = 0;

	for (const char *e = 0; (e = argz_next(argz, len, e));) n++;
	return n;
}

void argz_extract(const char *argz, size_t len, char **argv)
{
	for (const char *e = 0; (e = argz_next(argz, len, e));) *argv++ = (char *)e;
	*argv = 0;
}

void argz_stringify(char *argz, size_t len, int separator)
{
	for (size_t i = 0; i + 1 < len; i++)
		if (!argz[i]) argz[i] = separator;
}
