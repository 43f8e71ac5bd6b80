/* dprintf, vdprintf: straight to a descriptor. */
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <unistd.h>

static int out(int fd, const char *f, ...)
{
	va_list args;

	va_start(args, f);
	int n = vdprintf(fd, f, args);
	va_end(args);
	return n;
}

int main(void)
{
	char buffer[100];

	int n = dprintf(1, "%s %d\n", "one", 1);
	printf("%d\n", n);
	fflush(stdout);
	n = out(1, "%5.1f|%c\n", 2.25, 'c');
	printf("%d\n", n);
	fflush(stdout);
	n = dprintf(-1, "nothing");
	printf("%d %d\n", n < 0, errno == EBADF);
	int fd = open("file", O_CREAT | O_RDWR, 0644);
	n = dprintf(fd, "%300s", "end");
	printf("%d %d\n", n, (int)lseek(fd, 0, SEEK_END));
	pread(fd, buffer, 3, 297);
	printf("%.3s\n", buffer);
	return 0;
}
