/* Datagrams to a port where nobody is: the sender learns it from its next call, if it is connected. Flags that are not for datagrams. */
#include <arpa/inet.h>
#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <sys/socket.h>
#include <unistd.h>

int main(void)
{
	struct sockaddr_in a = { .sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
	socklen_t len = sizeof a;
	int gone = socket(AF_INET, SOCK_DGRAM, 0), s = socket(AF_INET, SOCK_DGRAM, 0), t = socket(AF_INET, SOCK_DGRAM, 0), pair[2], v = 0;
	char c;

	bind(gone, (struct sockaddr *)&a, sizeof a);
	getsockname(gone, (struct sockaddr *)&a, &len);
	close(gone);
	connect(s, (struct sockaddr *)&a, sizeof a);
	printf("%zd\n", send(s, "x", 1, 0));
	struct pollfd p = { s, POLLIN | POLLOUT, 0 };
	printf("%d %d\n", poll(&p, 1, 1000), p.revents & POLLERR);
	printf("%zd", send(s, "x", 1, 0));
	printf(" %d\n", errno == ECONNREFUSED);
	printf("%zd\n", send(s, "x", 1, 0));
	printf("%zd", recv(s, &c, 1, MSG_DONTWAIT));
	printf(" %d\n", errno == ECONNREFUSED);
	printf("%zd", recv(s, &c, 1, MSG_DONTWAIT));
	printf(" %d\n", errno == EAGAIN);
	printf("%zd\n", send(s, "x", 1, 0));
	len = sizeof v;
	getsockopt(s, SOL_SOCKET, SO_ERROR, &v, &len);
	printf("%d\n", v == ECONNREFUSED);
	printf("%zd\n", sendto(t, "x", 1, 0, (struct sockaddr *)&a, sizeof a));
	printf("%zd", recv(t, &c, 1, MSG_DONTWAIT));
	printf(" %d\n", errno == EAGAIN);
	printf("%zd", send(s, "x", 1, MSG_OOB));
	printf(" %d\n", errno == EOPNOTSUPP);
	printf("%zd", recv(s, &c, 1, MSG_ERRQUEUE));
	printf(" %d\n", errno == EAGAIN);
	socketpair(AF_UNIX, SOCK_DGRAM, 0, pair);
	printf("%zd", send(pair[0], "x", 1, MSG_OOB));
	printf(" %d\n", errno == EOPNOTSUPP);
	printf("%zd", recv(pair[0], &c, 1, MSG_OOB));
	printf(" %d\n", errno == EOPNOTSUPP);
	return 0;
}
