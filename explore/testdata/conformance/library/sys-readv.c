/* readv, writev, preadv, pwritev. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

int main(void)
{
	char a[4] = "", b[1] = "", c[10] = "";
	struct iovec out[] = { { "one", 3 }, { "", 0 }, { "twothree", 8 } }, in[] = { { a, 3 }, { b, 1 }, { NULL, 0 }, { c, 9 } };
	int fd = open("f", O_CREAT | O_RDWR, 0600);

	printf("%zd\n", writev(fd, out, 3));
	lseek(fd, 0, SEEK_SET);
	printf("%zd %s %c %s\n", readv(fd, in, 4), a, b[0], c);
	printf("%zd\n", readv(fd, in, 4));
	printf("%zd\n", pwritev(fd, out, 1, 4));
	memset(c, 0, sizeof c);
	printf("%zd", preadv(fd, in + 3, 1, 2));
	printf(" %s\n", c);
	printf("%zd\n", writev(fd, out, 0));
	errno = 0;
	printf("%zd", writev(fd, out, -1));
	printf(" %d\n", errno == EINVAL);
	errno = 0;
	printf("%zd", writev(99, out, 1));
	printf(" %d\n", errno == EBADF);
	struct iovec gap[] = { { a, 3 }, { NULL, 4 }, { c, 2 } };
	lseek(fd, 1, SEEK_SET);
	printf("%zd", readv(fd, gap, 3));
	printf(" %ld %.3s\n", (long)lseek(fd, 0, SEEK_CUR), a);
	printf("%zd", writev(fd, gap, 3));
	printf(" %ld\n", (long)lseek(fd, 0, SEEK_CUR));
	printf("%zd", preadv(fd, gap, 3, 2));
	printf(" %.3s\n", a);
	errno = 0;
	printf("%zd", readv(fd, gap + 1, 2));
	printf(" %d\n", errno == EFAULT);
	struct iovec big[] = { { a, 1 }, { a, (size_t)-1 } };
	errno = 0;
	printf("%zd", writev(fd, big, 2));
	printf(" %d\n", errno == EINVAL);
	return 0;
}
