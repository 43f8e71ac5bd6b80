/* ftw and nftw: what is visited, in which order, with which flags. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char *seen[30];
static int n;

static int visit(const char *path, const struct stat *st, int flag, struct FTW *f)
{
	char *s;
	asprintf(&s, "%s flag %d base %d level %d", path, flag, f->base, f->level);
	seen[n++] = s;
	return 0;
}

static int stop(const char *path, const struct stat *st, int flag)
{
	return flag == FTW_F && S_ISREG(st->st_mode) ? 42 : 0;
}

static int order(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }

static void walk(int flags)
{
	n = 0;
	printf("%d:", nftw("t", visit, 5, flags));
	if (flags & FTW_DEPTH) printf(" last %s;", seen[n - 1]);
	else printf(" first %s;", seen[0]);
	qsort(seen, n, sizeof *seen, order);
	for (int i = 0; i < n; i++) printf(" [%s]", seen[i]);
	puts("");
}

int main(void)
{
	mkdir("t", 0755);
	mkdir("t/d", 0755);
	mkdir("t/d/e", 0755);
	close(open("t/d/e/f", O_CREAT | O_WRONLY, 0600));
	close(open("t/g", O_CREAT | O_WRONLY, 0600));
	symlink("g", "t/link");
	symlink("nowhere", "t/dangling");
	walk(0);
	symlink("d", "t/dirlink");
	walk(FTW_PHYS);
	walk(FTW_PHYS | FTW_DEPTH);
	printf("%d\n", ftw("t", stop, 5));
	printf("%d\n", nftw("none", visit, 5, 0));
	return 0;
}
