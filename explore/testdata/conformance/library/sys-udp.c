/* UDP on the loopback: sendto, recvfrom, connected sockets. */
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static int bound(struct sockaddr_in *a)
{
	socklen_t len = sizeof *a;
	int s = socket(AF_INET, SOCK_DGRAM, 0);

	memset(a, 0, sizeof *a);
	a->sin_family = AF_INET;
	a->sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	bind(s, (struct sockaddr *)a, sizeof *a);
	getsockname(s, (struct sockaddr *)a, &len);
	return s;
}

int main(void)
{
	struct sockaddr_in a, b, from;
	socklen_t len = sizeof from;
	int s = bound(&a), t = bound(&b);
	char buf[20];

	printf("%zd\n", sendto(t, "datagram", 8, 0, (struct sockaddr *)&a, sizeof a));
	printf("%zd\n", sendto(t, "two", 3, 0, (struct sockaddr *)&a, sizeof a));
	ssize_t n = recvfrom(s, buf, 4, 0, (struct sockaddr *)&from, &len);
	printf("%zd %.4s %d %d\n", n, buf, from.sin_port == b.sin_port, (int)len);
	n = recv(s, buf, sizeof buf, 0);
	printf("%zd %.3s\n", n, buf);
	errno = 0;
	printf("%zd", recv(s, buf, sizeof buf, MSG_DONTWAIT));
	printf(" %d\n", errno == EAGAIN);
	printf("%d\n", connect(s, (struct sockaddr *)&b, sizeof b));
	printf("%zd\n", send(s, "back", 4, 0));
	printf("%zd\n", read(t, buf, sizeof buf));
	errno = 0;
	printf("%zd", send(t, "x", 1, 0));
	printf(" %d\n", errno == EDESTADDRREQ);
	int x = 0;
	len = sizeof x;
	getsockopt(s, SOL_SOCKET, SO_TYPE, &x, &len);
	printf("%d\n", x == SOCK_DGRAM);
	errno = 0;
	printf("%d", listen(s, 1));
	printf(" %d\n", errno == EOPNOTSUPP);
	return 0;
}
