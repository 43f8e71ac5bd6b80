/* link, symlink, readlink, unlink, realpath. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void real(const char *name)
{
	char b[PATH_MAX], cwd[PATH_MAX];

	getcwd(cwd, sizeof cwd);
	errno = 0;
	if (!realpath(name, b)) printf("%s: %s\n", name, strerror(errno));
	else printf("%s: %s\n", name, strncmp(b, cwd, strlen(cwd)) ? b : b + strlen(cwd));
}

int main(void)
{
	char b[20];
	ssize_t n;

	close(open("f", O_CREAT | O_WRONLY, 0600));
	mkdir("d", 0700);
	mkdir("d/e", 0700);
	printf("%d\n", symlink("../f", "d/up"));
	printf("%d\n", symlink("d/up", "two"));
	memset(b, '#', sizeof b);
	n = readlink("d/up", b, sizeof b);
	printf("%zd %.5s\n", n, b);
	n = readlink("two", b, 3);
	printf("%zd %.4s\n", n, b);
	errno = 0;
	printf("%d", symlink("", "x"));
	printf(" %d\n", errno == ENOENT);
	real("two");
	real("d/../d/./e//");
	real("d/up/x");
	real("none");
	real("d/none");
	real("/");
	real("/dev/../dev/null");
	real("");
	symlink("a", "b");
	symlink("b", "a");
	real("a");
	symlink("/dev", "abs");
	real("abs/null");
	char *p = realpath("f", NULL), *q = canonicalize_file_name("./d/../f");
	printf("%d\n", strcmp(p, q));
	free(p), free(q);
	errno = 0;
	printf("%d", link("d", "dlink"));
	printf(" %d\n", errno == EPERM);
	printf("%d", linkat(AT_FDCWD, "two", AT_FDCWD, "hard", AT_SYMLINK_FOLLOW));
	struct stat st;
	lstat("hard", &st);
	printf(" %d %d\n", S_ISREG(st.st_mode), (int)st.st_nlink);
	link("two", "hardlink");
	lstat("hardlink", &st);
	printf("%d\n", S_ISLNK(st.st_mode));
	int fd = open("d", O_RDONLY);
	n = readlinkat(fd, "up", b, sizeof b);
	printf("%zd\n", n);
	printf("%d %d\n", unlinkat(fd, "up", 0), unlinkat(fd, "e", AT_REMOVEDIR));
	errno = 0;
	printf("%d", unlink("d"));
	printf(" %d\n", errno == EISDIR);
	return 0;
}
