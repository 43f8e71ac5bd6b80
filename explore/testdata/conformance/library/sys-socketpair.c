/* socketpair: both directions, datagrams keep their bounds, end of file. */
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

int main(void)
{
	int s[2], d[2];
	char b[32];
	ssize_t n;

	printf("%d\n", socketpair(AF_UNIX, SOCK_STREAM, 0, s));
	fflush(stdout);
	if (fork() == 0) {
		close(s[0]);
		n = read(s[1], b, sizeof b);
		for (int i = 0; i < n; i++) b[i]++;
		write(s[1], b, n);
		_exit(0);
	}
	close(s[1]);
	write(s[0], "HAL", 3);
	n = read(s[0], b, sizeof b);
	printf("%zd %.*s\n", n, (int)n, b);
	printf("%zd\n", read(s[0], b, sizeof b));
	wait(NULL);
	socketpair(AF_UNIX, SOCK_STREAM, 0, s);
	send(s[0], "one", 3, 0);
	send(s[0], "two", 3, 0);
	n = recv(s[1], b, 4, MSG_PEEK);
	printf("%zd %.4s\n", n, b);
	n = recv(s[1], b, sizeof b, 0);
	printf("%zd %.6s\n", n, b);
	errno = 0;
	n = recv(s[1], b, 1, MSG_DONTWAIT);
	printf("%zd %d\n", n, errno == EAGAIN);
	shutdown(s[0], SHUT_WR);
	printf("%zd\n", recv(s[1], b, 1, 0));
	errno = 0;
	printf("%zd", send(s[0], "x", 1, MSG_NOSIGNAL));
	printf(" %d\n", errno == EPIPE);
	printf("%zd\n", send(s[1], "back", 4, 0));
	n = recv(s[0], b, sizeof b, MSG_WAITALL | MSG_DONTWAIT);
	printf("%zd\n", n);
	socketpair(AF_UNIX, SOCK_DGRAM, 0, d);
	send(d[0], "first", 5, 0);
	send(d[0], "", 0, 0);
	send(d[0], "second", 6, 0);
	n = recv(d[1], b, 3, 0);
	printf("%zd %.3s\n", n, b);
	printf("%zd\n", recv(d[1], b, sizeof b, 0));
	n = recv(d[1], b, 3, MSG_TRUNC);
	printf("%zd\n", n);
	errno = 0;
	printf("%d", socketpair(AF_INET, SOCK_STREAM, 0, d));
	printf(" %d\n", errno == EOPNOTSUPP);
	return 0;
}
