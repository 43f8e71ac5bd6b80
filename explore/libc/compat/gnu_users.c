/* Functions of glibc about users and groups that musl lacks. */

#define _GNU_SOURCE
#include <errno.h>
#include <grp.h>
#include <pwd.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Copies a string to what is left of the buffer; 0 if it does not fit. */
static char *copy(const char *s, char **at, size_t *left)
{
	size_t n = strlen(s) + 1;
	char *to = *at;

	if (n > *left) return 0;
	memcpy(to, s, n);
	*at += n;
	*left -= n;
	return to;
}

static int passwd(const struct passwd *p, struct passwd *to, char *buffer, size_t size, struct passwd **result)
{
	*result = 0;
	if (!p) return ENOENT;
	*to = *p;
	if (!(to->pw_name = copy(p->pw_name, &buffer, &size)) || !(to->pw_passwd = copy(p->pw_passwd, &buffer, &size))
		|| !(to->pw_gecos = copy(p->pw_gecos, &buffer, &size)) || !(to->pw_dir = copy(p->pw_dir, &buffer, &size))
		|| !(to->pw_shell = copy(p->pw_shell, &buffer, &size))) return errno = ERANGE;
	*result = to;
	return 0;
}

static int group(const struct group *g, struct group *to, char *buffer, size_t size, struct group **result)
{
	size_t members = 0, pad = -(size_t)buffer % sizeof(char *);
	char **list;

	*result = 0;
	if (!g) return ENOENT;
	*to = *g;
	while (g->gr_mem[members]) members++;
	if (size < pad + (members + 1) * sizeof(char *)) return errno = ERANGE;
	to->gr_mem = list = (char **)(buffer + pad);
	buffer += pad + (members + 1) * sizeof(char *);
	size -= pad + (members + 1) * sizeof(char *);
	if (!(to->gr_name = copy(g->gr_name, &buffer, &size)) || !(to->gr_passwd = copy(g->gr_passwd, &buffer, &size))) return errno = ERANGE;
	for (size_t i = 0; i < members; i++)
		if (!(list[i] = copy(g->gr_mem[i], &buffer, &size))) return errno = ERANGE;
	list[members] = 0;
	*result = to;
	return 0;
}

int getpwent_r(struct passwd *restrict to, char *restrict buffer, size_t size, struct passwd **restrict result)
{
	return passwd(getpwent(), to, buffer, size, result);
}

int fgetpwent_r(FILE *restrict f, struct passwd *restrict to, char *restrict buffer, size_t size, struct passwd **restrict result)
{
	return passwd(fgetpwent(f), to, buffer, size, result);
}

int getgrent_r(struct group *restrict to, char *restrict buffer, size_t size, struct group **restrict result)
{
	return group(getgrent(), to, buffer, size, result);
}

int fgetgrent_r(FILE *restrict f, struct group *restrict to, char *restrict buffer, size_t size, struct group **restrict result)
{
	return group(fgetgrent(f), to, buffer, size, result);
}

/* Whether the process is in the group. */
int group_member(gid_t gid)
{
	int n = getgroups(0, 0), found = 0;
	gid_t *list = malloc((n + 1) * sizeof *list);

	n = getgroups(n, list);
	for (int i = 0; i < n; i++) found |= list[i] == gid;
	free(list);
	return found;
}
