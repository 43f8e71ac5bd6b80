/* Sockets over the loopback and unix domain, name lookup in files, select and poll. */
#define _DEFAULT_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

static void check(const char *what, long r)
{
	printf("%s: %s\n", what, r < 0 ? strerror(errno) : "ok");
}

static void tcp(void)
{
	struct sockaddr_in a, b;
	socklen_t n = sizeof a;
	int one = 1, l = socket(AF_INET, SOCK_STREAM, 0), c, s, status;
	char buf[64];

	memset(&a, 0, sizeof a);
	a.sin_family = AF_INET;
	a.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	check("reuse", setsockopt(l, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one));
	check("bind", bind(l, (struct sockaddr *)&a, sizeof a));
	check("listen", listen(l, 5));
	check("name", getsockname(l, (struct sockaddr *)&a, &n));
	printf("%u %s %d\n", n, inet_ntoa(a.sin_addr), a.sin_port != 0);
	fflush(stdout);
	if (fork() == 0) {
		s = accept(l, (struct sockaddr *)&b, &n);
		n = read(s, buf, sizeof buf);
		for (int i = 0; i < (int)n; i++) if (buf[i] >= 'a') buf[i] -= 32;
		write(s, buf, n);
		_exit(b.sin_family == AF_INET ? 4 : 5);
	}
	close(l);
	c = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
	printf("cloexec %d\n", fcntl(c, F_GETFD));
	check("connect", connect(c, (struct sockaddr *)&a, sizeof a));
	check("send", send(c, "hello", 5, 0));
	check("shutdown", shutdown(c, SHUT_WR));
	printf("%zd", recv(c, buf, sizeof buf, MSG_WAITALL));
	printf(" %.5s\n", buf);
	printf("end %zd\n", recv(c, buf, sizeof buf, 0));
	wait(&status);
	printf("child %d\n", WEXITSTATUS(status));
	n = sizeof one;
	check("option", getsockopt(c, SOL_SOCKET, SO_TYPE, &one, &n));
	printf("%d\n", one == SOCK_STREAM);
	close(c);
	c = socket(AF_INET, SOCK_STREAM, 0);
	check("connect again", connect(c, (struct sockaddr *)&a, sizeof a));
	close(c);
}

static void pass_descriptor(void)
{
	int pair[2], p[2], fd;
	char byte = 'x', control[CMSG_SPACE(sizeof(int))], buf[16];
	struct iovec iov = { &byte, 1 };
	struct msghdr m;
	struct cmsghdr *c;

	socketpair(AF_UNIX, SOCK_STREAM, 0, pair);
	pipe(p);
	memset(&m, 0, sizeof m);
	m.msg_iov = &iov;
	m.msg_iovlen = 1;
	m.msg_control = control;
	m.msg_controllen = sizeof control;
	c = CMSG_FIRSTHDR(&m);
	c->cmsg_level = SOL_SOCKET;
	c->cmsg_type = SCM_RIGHTS;
	c->cmsg_len = CMSG_LEN(sizeof(int));
	memcpy(CMSG_DATA(c), &p[1], sizeof(int));
	check("sendmsg", sendmsg(pair[0], &m, 0));
	memset(control, 0, sizeof control);
	byte = 0;
	m.msg_controllen = sizeof control;
	printf("recvmsg %zd", recvmsg(pair[1], &m, 0));
	c = CMSG_FIRSTHDR(&m);
	printf(" %c %d\n", byte, c && c->cmsg_type == SCM_RIGHTS);
	memcpy(&fd, CMSG_DATA(c), sizeof fd);
	check("write", write(fd, "passed", 6));
	printf("%zd", read(p[0], buf, sizeof buf));
	printf(" %.6s\n", buf);
}

static void waiting(void)
{
	int p[2];
	struct pollfd f[2];
	struct timeval tv = { 0, 1000 };
	fd_set r, w;

	pipe(p);
	f[0].fd = p[0];
	f[0].events = POLLIN;
	f[1].fd = p[1];
	f[1].events = POLLOUT;
	printf("poll %d", poll(f, 2, 0));
	printf(" %d %d\n", f[0].revents, f[1].revents);
	FD_ZERO(&r);
	FD_SET(p[0], &r);
	printf("select %d\n", select(p[0] + 1, &r, NULL, NULL, &tv));
	write(p[1], "a", 1);
	FD_ZERO(&r);
	FD_ZERO(&w);
	FD_SET(p[0], &r);
	FD_SET(p[1], &w);
	printf("select %d", select((p[0] > p[1] ? p[0] : p[1]) + 1, &r, &w, NULL, NULL));
	printf(" %d %d\n", FD_ISSET(p[0], &r) != 0, FD_ISSET(p[1], &w) != 0);
	close(p[1]);
	printf("poll %d", poll(f, 1, -1));
	printf(" %d\n", f[0].revents & POLLIN);
}

static void names(void)
{
	struct addrinfo hints, *r;
	struct hostent *h;
	char host[64], serv[32];
	int e;

	memset(&hints, 0, sizeof hints);
	hints.ai_family = AF_INET;
	hints.ai_socktype = SOCK_STREAM;
	hints.ai_flags = AI_NUMERICHOST | AI_NUMERICSERV;
	e = getaddrinfo("192.0.2.7", "21", &hints, &r);
	printf("getaddrinfo %d", e);
	e = getnameinfo(r->ai_addr, r->ai_addrlen, host, sizeof host, serv, sizeof serv, NI_NUMERICHOST | NI_NUMERICSERV);
	printf(" %d %s %s %d\n", e, host, serv, r->ai_next == NULL);
	freeaddrinfo(r);
	h = gethostbyname("localhost");
	if (h) printf("%s %d %s\n", h->h_name, h->h_length, inet_ntoa(*(struct in_addr *)h->h_addr_list[0]));
	h = gethostbyname("127.0.0.1");
	if (h) printf("%s\n", h->h_name);
	e = getaddrinfo("not a number", NULL, &hints, &r);
	printf("%d\n", e == EAI_NONAME);
}

int main(void)
{
	tcp();
	pass_descriptor();
	waiting();
	names();
	return 0;
}
