/* dup, dup2, dup3, fcntl: shared offsets, lowest numbers, flags. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

int main(void)
{
	char b[4] = "";
	int fd = open("f", O_CREAT | O_RDWR, 0600), other;

	write(fd, "0123456789", 10);
	lseek(fd, 2, SEEK_SET);
	int d = dup(fd);
	read(d, b, 2);
	printf("%s %ld %d\n", b, (long)lseek(fd, 0, SEEK_CUR), d == fd + 1);
	printf("%d\n", dup2(fd, 20));
	lseek(20, 5, SEEK_SET);
	printf("%ld\n", (long)lseek(d, 0, SEEK_CUR));
	printf("%d\n", dup2(fd, fd) == fd);
	other = open("f", O_RDONLY);
	printf("%ld\n", (long)lseek(other, 0, SEEK_CUR));
	close(d);
	printf("%d\n", open("f", O_RDONLY) == d);
	errno = 0;
	printf("%d", dup(99));
	printf(" %d\n", errno == EBADF);
	errno = 0;
	printf("%d", dup2(fd, -1));
	printf(" %d\n", errno == EBADF);
	errno = 0;
	printf("%d", dup2(99, fd));
	printf(" %d %d\n", errno == EBADF, fcntl(fd, F_GETFD) >= 0);
	errno = 0;
	printf("%d", dup3(fd, fd, 0));
	printf(" %d\n", errno == EINVAL);
	printf("%d %d\n", dup3(fd, 30, O_CLOEXEC), fcntl(30, F_GETFD));
	printf("%d\n", fcntl(fd, F_DUPFD, 50));
	printf("%d\n", fcntl(fd, F_DUPFD, 50));
	printf("%d %d\n", fcntl(fd, F_DUPFD_CLOEXEC, 50), fcntl(52, F_GETFD));
	printf("%d %d\n", fcntl(fd, F_SETFD, FD_CLOEXEC), fcntl(fd, F_GETFD));
	printf("%d\n", fcntl(20, F_GETFD));
	printf("%d\n", fcntl(fd, F_SETFL, O_APPEND | O_NONBLOCK));
	printf("%d %d\n", (fcntl(20, F_GETFL) & O_APPEND) != 0, (fcntl(other, F_GETFL) & O_APPEND) != 0);
	errno = 0;
	printf("%d", fcntl(99, F_GETFL));
	printf(" %d\n", errno == EBADF);
	errno = 0;
	printf("%d", fcntl(fd, F_DUPFD, 1 << 30));
	printf(" %d\n", errno == EINVAL);
	errno = 0;
	printf("%d", fcntl(fd, 12345));
	printf(" %d\n", errno == EINVAL);
	return 0;
}
