/* epoll: adding, changing, removing, level and one-shot, data, order. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

int main(void)
{
	int e = epoll_create1(EPOLL_CLOEXEC), p[2], s[2], n;
	struct epoll_event ev = { EPOLLIN, { .u64 = 0x123456789abcULL } }, out[4];
	char b[4];

	pipe(p);
	socketpair(AF_UNIX, SOCK_STREAM, 0, s);
	printf("%d %d\n", e >= 0, fcntl(e, F_GETFD));
	printf("%d\n", epoll_ctl(e, EPOLL_CTL_ADD, p[0], &ev));
	errno = 0;
	printf("%d", epoll_ctl(e, EPOLL_CTL_ADD, p[0], &ev));
	printf(" %d\n", errno == EEXIST);
	printf("%d\n", epoll_wait(e, out, 4, 0));
	write(p[1], "ab", 2);
	for (int i = 0; i < 2; i++) {
		n = epoll_wait(e, out, 4, -1);
		printf("%d %x %llx\n", n, out[0].events, (unsigned long long)out[0].data.u64);
	}
	ev.events = EPOLLIN | EPOLLOUT | EPOLLONESHOT;
	ev.data.fd = s[0];
	epoll_ctl(e, EPOLL_CTL_ADD, s[0], &ev);
	n = epoll_wait(e, out, 4, 0);
	printf("%d\n", n);
	n = epoll_wait(e, out, 4, 0);
	printf("%d\n", n);
	epoll_ctl(e, EPOLL_CTL_MOD, s[0], &ev);
	read(p[0], b, 2);
	n = epoll_wait(e, out, 4, 0);
	printf("%d %x %d\n", n, out[0].events, out[0].data.fd == s[0]);
	printf("%d\n", epoll_ctl(e, EPOLL_CTL_DEL, s[0], NULL));
	errno = 0;
	printf("%d", epoll_ctl(e, EPOLL_CTL_DEL, s[0], NULL));
	printf(" %d\n", errno == ENOENT);
	close(p[1]);
	n = epoll_wait(e, out, 4, 10);
	printf("%d %x\n", n, out[0].events);
	close(p[0]);
	printf("%d\n", epoll_wait(e, out, 4, 5));
	errno = 0;
	printf("%d", epoll_wait(e, out, 0, 0));
	printf(" %d\n", errno == EINVAL);
	errno = 0;
	printf("%d", epoll_ctl(e, EPOLL_CTL_ADD, 99, &ev));
	printf(" %d\n", errno == EBADF);
	errno = 0;
	printf("%d", epoll_ctl(e, EPOLL_CTL_ADD, open("f", O_CREAT | O_RDWR, 0600), &ev));
	printf(" %d\n", errno == EPERM);

	/* What was told last, and is still so, is told first; what there was no room for, before it. */
	int q[2][2];
	for (unsigned i = 0; i < 2; i++) {
		pipe(q[i]);
		ev.events = EPOLLIN;
		ev.data.u32 = i;
		epoll_ctl(e, EPOLL_CTL_ADD, q[i][0], &ev);
	}
	for (int i = 1; i >= 0; i--) {
		write(q[i][1], "a", 1);
		n = epoll_wait(e, out, 4, 0);
		printf("%d:", n);
		for (int k = 0; k < n; k++)
			printf(" %u", out[k].data.u32);
		puts("");
	}
	for (int room = 1; room < 5; room++) {
		n = epoll_wait(e, out, room, 0);
		printf("%d: %u\n", n, out[0].data.u32);
	}
	return 0;
}
