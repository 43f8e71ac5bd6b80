/* setsockopt and getsockopt: what is read back, errors. */
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

static int get(int s, int level, int option)
{
	int v = -99;
	socklen_t len = sizeof v;

	if (getsockopt(s, level, option, &v, &len)) return -errno;
	return v;
}

int main(void)
{
	int s = socket(AF_INET, SOCK_STREAM, 0), one = 1;
	static const int options[] = { SO_REUSEADDR, SO_KEEPALIVE, SO_OOBINLINE, SO_BROADCAST, SO_DONTROUTE };

	for (int i = 0; i < 5; i++) {
		printf("%d", get(s, SOL_SOCKET, options[i]));
		printf(" %d", setsockopt(s, SOL_SOCKET, options[i], &one, sizeof one));
		printf(" %d\n", get(s, SOL_SOCKET, options[i]) != 0);
	}
	printf("%d %d %d\n", get(s, SOL_SOCKET, SO_TYPE) == SOCK_STREAM, get(s, SOL_SOCKET, SO_ERROR), get(s, SOL_SOCKET, SO_ACCEPTCONN));
	listen(s, 3);
	printf("%d\n", get(s, SOL_SOCKET, SO_ACCEPTCONN));
	printf("%d", get(s, IPPROTO_TCP, TCP_NODELAY));
	printf(" %d", setsockopt(s, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one));
	printf(" %d\n", get(s, IPPROTO_TCP, TCP_NODELAY));
	struct linger l = { 1, 30 }, r = { 0 };
	socklen_t len = sizeof r;
	printf("%d", setsockopt(s, SOL_SOCKET, SO_LINGER, &l, sizeof l));
	getsockopt(s, SOL_SOCKET, SO_LINGER, &r, &len);
	printf(" %d %d\n", r.l_onoff, r.l_linger);
	l.l_onoff = 0, l.l_linger = 7;
	printf("%d", setsockopt(s, SOL_SOCKET, SO_LINGER, &l, sizeof l));
	getsockopt(s, SOL_SOCKET, SO_LINGER, &r, &len);
	printf(" %d %d\n", r.l_onoff, r.l_linger);
	static const int numbers[][2] = {
		{ SOL_SOCKET, SO_KEEPALIVE }, { SOL_SOCKET, SO_RCVLOWAT }, { SOL_SOCKET, SO_SNDLOWAT }, { IPPROTO_IP, IP_TTL },
		{ IPPROTO_IP, IP_TOS }, { IPPROTO_TCP, TCP_KEEPIDLE }, { IPPROTO_TCP, TCP_NODELAY }, { IPPROTO_UDP, 1 },
	};
	for (int i = 0; i < 8; i++) {
		printf("%d", get(s, numbers[i][0], numbers[i][1]));
		for (int v = 0; v < 12; v += 6) {
			printf(" %d", setsockopt(s, numbers[i][0], numbers[i][1], &v, sizeof v));
			printf(" %d", get(s, numbers[i][0], numbers[i][1]));
		}
		printf("\n");
	}
	struct timeval t = { 0, 20000 }, u;
	printf("%d", setsockopt(s, SOL_SOCKET, SO_RCVTIMEO, &t, sizeof t));
	len = sizeof u;
	getsockopt(s, SOL_SOCKET, SO_RCVTIMEO, &u, &len);
	printf(" %ld %d\n", (long)u.tv_sec, u.tv_usec >= 20000);
	errno = 0;
	printf("%d", accept(s, NULL, NULL));
	printf(" %d\n", errno == EAGAIN);
	struct timeval odd[] = { { -1, 20000 }, { 0, -1 }, { 0, 1000000 }, { -1, 1000000 } };
	for (int i = 0; i < 4; i++) {
		errno = 0;
		printf("%d", setsockopt(s, SOL_SOCKET, SO_RCVTIMEO, &odd[i], sizeof *odd));
		printf(" %d", errno == EDOM);
		len = sizeof u;
		getsockopt(s, SOL_SOCKET, SO_RCVTIMEO, &u, &len);
		printf(" %ld %ld\n", (long)u.tv_sec, (long)u.tv_usec);
	}
	printf("%d\n", get(s, 12345, 1) < 0);
	printf("%d\n", get(s, SOL_SOCKET, 9999) == -ENOPROTOOPT);
	printf("%d\n", get(0, SOL_SOCKET, SO_TYPE) == -ENOTSOCK);
	errno = 0;
	printf("%d", setsockopt(s, SOL_SOCKET, SO_REUSEADDR, &one, 1));
	printf(" %d\n", errno == EINVAL);
	printf("%d\n", get(s, SOL_SOCKET, SO_RCVBUF) > 0);
	return 0;
}
