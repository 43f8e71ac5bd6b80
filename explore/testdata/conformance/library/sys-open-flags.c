/* open: flags, modes, errors. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int try(const char *what, const char *name, int flags, int mode)
{
	errno = 0;
	int fd = open(name, flags, mode);
	printf("%s: %s\n", what, fd >= 0 ? "ok" : strerror(errno));
	return fd;
}

int main(void)
{
	struct stat st;
	char b[10];
	int fd, p[2];

	umask(022);
	try("missing", "f", O_RDONLY, 0);
	fd = try("create", "f", O_WRONLY | O_CREAT | O_EXCL, 0666);
	fstat(fd, &st);
	printf("%o\n", st.st_mode);
	write(fd, "hello", 5);
	errno = 0;
	printf("%zd", read(fd, b, 1));
	printf(" %d\n", errno == EBADF);
	close(fd);
	try("exclusive", "f", O_WRONLY | O_CREAT | O_EXCL, 0666);
	fd = try("append", "f", O_RDWR | O_APPEND, 0);
	lseek(fd, 0, SEEK_SET);
	write(fd, "!", 1);
	printf("%ld\n", (long)lseek(fd, 0, SEEK_CUR));
	pwrite(fd, "?", 1, 0);
	fstat(fd, &st);
	printf("%ld\n", (long)st.st_size);
	close(fd);
	fd = try("truncate", "f", O_RDWR | O_TRUNC, 0);
	fstat(fd, &st);
	printf("%ld\n", (long)st.st_size);
	close(fd);
	try("directory for writing", ".", O_WRONLY, 0);
	try("directory", ".", O_RDONLY | O_DIRECTORY, 0);
	try("file as directory", "f", O_RDONLY | O_DIRECTORY, 0);
	try("below a file", "f/x", O_RDONLY, 0);
	try("empty name", "", O_RDONLY, 0);
	symlink("f", "link");
	symlink("loop", "loop");
	symlink("nowhere", "dangling");
	try("link", "link", O_RDONLY, 0);
	try("nofollow", "link", O_RDONLY | O_NOFOLLOW, 0);
	try("loop", "loop", O_RDONLY, 0);
	try("dangling", "dangling", O_RDONLY, 0);
	try("exclusive dangling", "dangling", O_CREAT | O_EXCL | O_WRONLY, 0600);
	try("create through", "dangling", O_CREAT | O_WRONLY, 0600);
	printf("%d\n", access("nowhere", F_OK));
	char longname[300];
	memset(longname, 'x', 299);
	longname[299] = 0;
	try("long", longname, O_RDONLY | O_CREAT, 0600);
	try("trailing slash", "f/", O_RDONLY, 0);
	try("no directory", "no/f", O_CREAT | O_WRONLY, 0600);
	fd = try("cloexec", "f", O_RDONLY | O_CLOEXEC, 0);
	printf("%d %d\n", fcntl(fd, F_GETFD), fcntl(fd, F_GETFL) & O_ACCMODE);
	fd = try("path", "f", O_PATH, 0);
	errno = 0;
	printf("%zd", read(fd, b, 1));
	printf(" %d\n", errno == EBADF);
	fd = creat("c", 0640);
	fstat(fd, &st);
	printf("%o %d\n", st.st_mode, fcntl(fd, F_GETFL) & O_ACCMODE);
	return 0;
}
