/* O_NONBLOCK: EAGAIN, EINPROGRESS or success of connect, partial writes. */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>

int main(void)
{
	struct sockaddr_in a = { .sin_family = AF_INET, .sin_addr = { htonl(INADDR_LOOPBACK) } };
	socklen_t len = sizeof a;
	int l = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0), n = 0;
	char b[8];

	bind(l, (struct sockaddr *)&a, sizeof a);
	listen(l, 5);
	getsockname(l, (struct sockaddr *)&a, &len);
	errno = 0;
	printf("%d", accept(l, NULL, NULL));
	printf(" %d\n", errno == EAGAIN);
	int c = socket(AF_INET, SOCK_STREAM, 0);
	fcntl(c, F_SETFL, O_NONBLOCK);
	errno = 0;
	int r = connect(c, (struct sockaddr *)&a, sizeof a);
	printf("%d\n", r == 0 || errno == EINPROGRESS);
	struct pollfd f = { c, POLLOUT };
	printf("%d %x\n", poll(&f, 1, 1000), f.revents);
	len = sizeof n;
	getsockopt(c, SOL_SOCKET, SO_ERROR, &n, &len);
	printf("%d\n", n);
	int s = accept4(l, NULL, NULL, SOCK_NONBLOCK);
	printf("%d %d\n", s >= 0, (fcntl(s, F_GETFL) & O_NONBLOCK) != 0);
	errno = 0;
	printf("%zd", read(s, b, 1));
	printf(" %d\n", errno == EAGAIN);
	write(c, "abc", 3);
	f.fd = s;
	f.events = POLLIN;
	poll(&f, 1, 1000);
	printf("%d", ioctl(s, FIONREAD, &n));
	printf(" %d\n", n);
	int off = 0;
	printf("%d %d\n", ioctl(s, FIONBIO, &off), (fcntl(s, F_GETFL) & O_NONBLOCK) != 0);
	printf("%zd\n", recv(s, b, 3, MSG_WAITALL));
	int u[2], total = 0;
	socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, u);
	static char big[65536];
	ssize_t w;
	while ((w = write(u[0], big, sizeof big)) > 0) total += w;
	printf("%d %d\n", total > 65536, errno == EAGAIN);
	return 0;
}
