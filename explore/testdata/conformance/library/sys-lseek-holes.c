/* lseek beyond the end, holes, ftruncate, pread and pwrite. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

int main(void)
{
	int fd = open("f", O_CREAT | O_RDWR, 0600);
	char b[32] = "";
	struct stat st;
	ssize_t n;

	write(fd, "ab", 2);
	printf("%ld\n", (long)lseek(fd, 10, SEEK_SET));
	printf("%zd\n", read(fd, b, 5));
	write(fd, "cd", 2);
	printf("%ld\n", (long)lseek(fd, 0, SEEK_END));
	n = pread(fd, b, sizeof b, 0);
	printf("%zd:", n);
	for (int i = 0; i < n; i++) printf("%c", b[i] ? b[i] : '.');
	puts("");
	printf("%ld\n", (long)lseek(fd, 0, SEEK_CUR));
	errno = 0;
	printf("%ld", (long)lseek(fd, -1, SEEK_SET));
	printf(" %d\n", errno == EINVAL);
	errno = 0;
	printf("%ld", (long)lseek(fd, 0, 77));
	printf(" %d\n", errno == EINVAL);
	errno = 0;
	printf("%ld", (long)lseek(99, 0, SEEK_SET));
	printf(" %d\n", errno == EBADF);
	printf("%zd\n", pwrite(fd, "XY", 2, 4));
	printf("%d\n", ftruncate(fd, 6));
	n = pread(fd, b, sizeof b, 0);
	printf("%zd %c%c\n", n, b[4], b[5]);
	ftruncate(fd, 20);
	fstat(fd, &st);
	printf("%ld %zd %d\n", (long)st.st_size, pread(fd, b, 3, 18), b[0]);
	printf("%zd\n", pread(fd, b, 3, 20));
	errno = 0;
	printf("%zd", pread(fd, b, 3, -1));
	printf(" %d\n", errno == EINVAL);
	errno = 0;
	printf("%d", ftruncate(fd, -1));
	printf(" %d\n", errno == EINVAL);
	printf("%d", truncate("f", 3));
	stat("f", &st);
	printf(" %ld\n", (long)st.st_size);
	errno = 0;
	printf("%d", truncate("none", 3));
	printf(" %d\n", errno == ENOENT);
	printf("%d", posix_fallocate(fd, 0, 100));
	fstat(fd, &st);
	printf(" %ld\n", (long)st.st_size);
	return 0;
}
