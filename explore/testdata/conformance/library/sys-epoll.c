/* epoll: adding, changing, removing, level and one-shot, data, order. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

/* Of what epoll_ctl asks for and is so at once, the order is that of the calls, whatever was there before. */
static void order(void)
{
	int e = epoll_create1(0), s[4][2], n;
	unsigned chance = 7, told[4] = { 0 };
	char b[8];
	for (int i = 0; i < 4; i++) {
		struct epoll_event ev = { EPOLLIN, { .u32 = i } };
		socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, s[i]);
		epoll_ctl(e, EPOLL_CTL_ADD, s[i][0], &ev);
	}
	for (int round = 0; round < 300; round++) {
		struct epoll_event ev, out[4];
		int changes;
		chance = chance * 1103515245 + 12345;
		changes = chance >> 16 & 7;
		if (chance >> 20 & 1)
			write(s[chance >> 21 & 3][1], "a", 1);
		else
			read(s[chance >> 21 & 3][0], b, 8);
		epoll_wait(e, out, 4, 0); /* what the write changes is in the list before what follows */
		for (int i = 0; i < changes; i++) {
			static const unsigned events[] = { 0, EPOLLIN, EPOLLOUT, EPOLLIN | EPOLLOUT, EPOLLOUT | EPOLLONESHOT, EPOLLIN | EPOLLONESHOT, EPOLLOUT, EPOLLIN };
			chance = chance * 1103515245 + 12345;
			ev.data.u32 = chance >> 16 & 3;
			ev.events = events[chance >> 18 & 7];
			if (chance >> 21 & 1)
				epoll_ctl(e, EPOLL_CTL_MOD, s[ev.data.u32][0], &ev);
			else if (chance >> 22 & 1) {
				epoll_ctl(e, EPOLL_CTL_DEL, s[ev.data.u32][0], NULL);
				epoll_ctl(e, EPOLL_CTL_ADD, s[ev.data.u32][0], &ev);
			}
		}
		n = epoll_wait(e, out, 1 + (chance >> 23) % 4, 0);
		for (int i = 0; i < n; i++) {
			told[out[i].data.u32] += out[i].events * (i + 1) * (round + 1);
			printf("%u:%x ", out[i].data.u32, out[i].events);
		}
		puts("");
	}
	for (int i = 0; i < 4; i++) {
		struct epoll_event ev = { EPOLLIN, { .u32 = i } };
		read(s[i][0], b, 8);
		while (read(s[i][0], b, 8) > 0)
			;
		epoll_ctl(e, EPOLL_CTL_MOD, s[i][0], &ev);
	}
	for (int i = 0; i < 3; i++) { /* what becomes so by itself before such calls comes first */
		struct epoll_event ev = { EPOLLOUT, { .u32 = i } }, out[4];
		epoll_wait(e, out, 4, 0);
		write(s[3][1], "a", 1);
		epoll_ctl(e, EPOLL_CTL_MOD, s[i][0], &ev);
		n = epoll_wait(e, out, 4, 0);
		for (int k = 0; k < n; k++)
			printf("%u:%x ", out[k].data.u32, out[k].events);
		puts("");
		read(s[3][0], b, 8);
	}
	printf("%u %u %u %u\n", told[0], told[1], told[2], told[3]);
}

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
	order();
	return 0;
}
