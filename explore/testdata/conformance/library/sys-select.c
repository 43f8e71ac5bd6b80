/* select: sets, the highest descriptor, the time that is left, errors. */
#include <errno.h>
#include <stdio.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <unistd.h>

int main(void)
{
	int p[2], s[2];
	fd_set r, w, e;
	struct timeval t = { 0, 10000 };

	pipe(p);
	socketpair(AF_UNIX, SOCK_STREAM, 0, s);
	FD_ZERO(&r);
	FD_SET(p[0], &r);
	printf("%d", select(p[0] + 1, &r, NULL, NULL, &t));
	printf(" %d %ld %ld\n", FD_ISSET(p[0], &r) != 0, (long)t.tv_sec, (long)t.tv_usec);
	FD_ZERO(&r);
	FD_ZERO(&w);
	FD_ZERO(&e);
	FD_SET(p[0], &r);
	FD_SET(s[0], &r);
	FD_SET(s[0], &w);
	FD_SET(s[0], &e);
	write(p[1], "x", 1);
	t.tv_sec = 10;
	printf("%d", select(s[1] + 1, &r, &w, &e, &t));
	printf(" %d %d %d %d %d\n", FD_ISSET(p[0], &r) != 0, FD_ISSET(s[0], &r) != 0, FD_ISSET(s[0], &w) != 0, FD_ISSET(s[0], &e) != 0, t.tv_sec > 0);
	FD_ZERO(&r);
	FD_SET(s[0], &r);
	FD_SET(p[0], &r);
	printf("%d", select(p[0] + 1, &r, NULL, NULL, NULL));
	printf(" %d\n", FD_ISSET(p[0], &r) != 0);
	close(s[1]);
	FD_ZERO(&r);
	FD_SET(s[0], &r);
	printf("%d %d\n", select(s[0] + 1, &r, NULL, NULL, NULL), FD_ISSET(s[0], &r) != 0);
	/* A closed descriptor below 64: Linux looks at no descriptor beyond the size of the process's table,
	   which depends on what the parent had open. */
	int closed = dup(p[0]);
	close(closed);
	FD_ZERO(&r);
	FD_SET(closed, &r);
	errno = 0;
	printf("%d", select(closed + 1, &r, NULL, NULL, NULL));
	printf(" %d\n", errno == EBADF);
	errno = 0;
	printf("%d", select(-1, NULL, NULL, NULL, NULL));
	printf(" %d\n", errno == EINVAL);
	t.tv_sec = -1;
	errno = 0;
	printf("%d", select(0, NULL, NULL, NULL, &t));
	printf(" %d\n", errno == EINVAL);
	struct timespec ts = { 0, 1000 };
	printf("%d\n", pselect(0, NULL, NULL, NULL, &ts, NULL));
	return 0;
}
