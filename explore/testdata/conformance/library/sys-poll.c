/* poll: readiness of pipes and sockets, timeouts, bad descriptors. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

int main(void)
{
	int p[2], s[2], file = open("f", O_CREAT | O_RDWR, 0600);
	char b[4];

	pipe(p);
	socketpair(AF_UNIX, SOCK_STREAM, 0, s);
	struct pollfd f[] = { { p[0], POLLIN }, { p[1], POLLOUT }, { s[0], POLLIN | POLLOUT }, { file, POLLIN | POLLOUT }, { 99, POLLIN }, { -1, POLLIN } };
	printf("%d:", poll(f, 6, 0));
	for (int i = 0; i < 6; i++) printf(" %x", f[i].revents);
	puts("");
	write(p[1], "x", 1);
	write(s[1], "y", 1);
	printf("%d:", poll(f, 3, 1000));
	for (int i = 0; i < 3; i++) printf(" %x", f[i].revents);
	puts("");
	read(p[0], b, 1);
	printf("%d %x\n", poll(f, 1, 10), f[0].revents);
	close(p[1]);
	printf("%d %x\n", poll(f, 1, -1), f[0].revents);
	shutdown(s[1], SHUT_WR);
	f[2].events = POLLIN | POLLRDHUP;
	printf("%d %x\n", poll(f + 2, 1, 0), f[2].revents);
	close(s[1]);
	f[2].events = POLLIN | POLLOUT;
	printf("%d %x\n", poll(f + 2, 1, 0), f[2].revents);
	pipe(p);
	close(p[0]);
	struct pollfd w = { p[1], POLLOUT };
	printf("%d %x\n", poll(&w, 1, 0), w.revents);
	printf("%d\n", poll(NULL, 0, 5));
	struct timespec t = { 0, 5000000 };
	w.fd = -5;
	printf("%d %x\n", ppoll(&w, 1, &t, NULL), w.revents);
	return 0;
}
