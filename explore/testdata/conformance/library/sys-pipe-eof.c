/* Pipes: end of file when the last writer closes, short reads, order. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

int main(void)
{
	int p[2];
	char b[20];
	ssize_t n;

	pipe(p);
	fflush(stdout);
	if (fork() == 0) {
		close(p[0]);
		write(p[1], "hello", 5);
		write(p[1], " world", 6);
		_exit(0);
	}
	wait(NULL);
	n = read(p[0], b, 3);
	printf("%zd %.3s\n", n, b);
	n = read(p[0], b, sizeof b);
	printf("%zd %.*s\n", n, (int)n, b);
	fcntl(p[0], F_SETFL, O_NONBLOCK);
	errno = 0;
	n = read(p[0], b, 1);
	printf("%zd %d\n", n, errno == EAGAIN);
	close(p[1]);
	n = read(p[0], b, 1);
	printf("%zd\n", n);
	errno = 0;
	n = lseek(p[0], 0, SEEK_SET);
	printf("%zd %d\n", n, errno == ESPIPE);
	errno = 0;
	n = write(p[0], "x", 1);
	printf("%zd %d\n", n, errno == EBADF);
	int q[2], full = 0;
	pipe2(q, O_NONBLOCK | O_CLOEXEC);
	printf("%d %d\n", fcntl(q[0], F_GETFD), (fcntl(q[1], F_GETFL) & O_NONBLOCK) != 0);
	char block[4096] = "";
	while (write(q[1], block, sizeof block) > 0) full += sizeof block;
	printf("%d %d\n", full, errno == EAGAIN);
	read(q[0], block, 4096);
	printf("%zd\n", write(q[1], block, 4096));
	errno = 0;
	printf("%d", pipe2(q, 0x7777777));
	printf(" %d\n", errno == EINVAL);
	return 0;
}
