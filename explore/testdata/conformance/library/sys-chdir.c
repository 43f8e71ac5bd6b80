/* chdir, fchdir, getcwd, relative names. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char start[PATH_MAX];

static void where(void)
{
	char b[PATH_MAX];

	if (!getcwd(b, sizeof b)) perror("getcwd");
	else printf("%s\n", strncmp(b, start, strlen(start)) ? "elsewhere" : b + strlen(start));
}

int main(void)
{
	getcwd(start, sizeof start);
	mkdir("a", 0755);
	mkdir("a/b", 0755);
	symlink("a/b", "s");
	int fd = open(".", O_RDONLY);
	printf("%d", chdir("a/b"));
	where();
	chdir("..");
	where();
	chdir("./b/../b/.");
	where();
	fchdir(fd);
	where();
	chdir("s");
	where();
	chdir("..");
	where();
	close(open("f", O_CREAT | O_WRONLY, 0600));
	printf("%d %d\n", access("f", F_OK), access("../a/f", F_OK));
	chdir("b");
	rmdir("../b");
	errno = 0;
	char b[PATH_MAX];
	printf("%d", getcwd(b, sizeof b) == NULL);
	printf(" %d\n", errno == ENOENT);
	errno = 0;
	printf("%d", open("x", O_CREAT | O_WRONLY, 0600));
	printf(" %d\n", errno == ENOENT);
	printf("%d", chdir(".."));
	where();
	fchdir(fd);
	errno = 0;
	printf("%d", getcwd(b, 1) == NULL);
	printf(" %d\n", errno == ERANGE);
	char *p = getcwd(NULL, 0), *q = get_current_dir_name();
	printf("%d %d\n", strcmp(p, start) == 0, strcmp(q, start) == 0);
	chdir("/");
	printf("%s\n", getcwd(b, 2));
	chdir("..");
	printf("%s\n", getcwd(b, sizeof b));
	return 0;
}
