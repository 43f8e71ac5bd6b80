/* Unix sockets with names: files, refusals, credentials by getsockopt, passing a descriptor. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

int main(void)
{
	struct sockaddr_un a = { .sun_family = AF_UNIX, .sun_path = "sock" }, peer;
	int l = socket(AF_UNIX, SOCK_STREAM, 0), c, s;
	socklen_t len = sizeof peer;
	struct stat st;
	char b[16] = "";

	printf("%d %d\n", bind(l, (struct sockaddr *)&a, sizeof a), listen(l, 1));
	lstat("sock", &st);
	printf("%d\n", S_ISSOCK(st.st_mode));
	errno = 0;
	printf("%d", bind(socket(AF_UNIX, SOCK_STREAM, 0), (struct sockaddr *)&a, sizeof a));
	printf(" %d\n", errno == EADDRINUSE);
	c = socket(AF_UNIX, SOCK_STREAM, 0);
	printf("%d\n", connect(c, (struct sockaddr *)&a, sizeof a));
	s = accept4(l, (struct sockaddr *)&peer, &len, SOCK_CLOEXEC);
	printf("%d %d %d\n", s >= 0, len == offsetof(struct sockaddr_un, sun_path), fcntl(s, F_GETFD));
	len = sizeof peer;
	getpeername(c, (struct sockaddr *)&peer, &len);
	printf("%s\n", peer.sun_path);
	struct ucred cred;
	len = sizeof cred;
	printf("%d", getsockopt(s, SOL_SOCKET, SO_PEERCRED, &cred, &len));
	printf(" %d %d\n", cred.pid == getpid(), cred.uid == geteuid());

	int fd = open("f", O_CREAT | O_RDWR, 0600);
	write(fd, "passed", 6);
	lseek(fd, 1, SEEK_SET);
	char control[CMSG_SPACE(sizeof(int))] = "";
	struct iovec io = { "!", 1 };
	struct msghdr m = { .msg_iov = &io, .msg_iovlen = 1, .msg_control = control, .msg_controllen = sizeof control };
	struct cmsghdr *h = CMSG_FIRSTHDR(&m);
	h->cmsg_level = SOL_SOCKET;
	h->cmsg_type = SCM_RIGHTS;
	h->cmsg_len = CMSG_LEN(sizeof(int));
	memcpy(CMSG_DATA(h), &fd, sizeof fd);
	printf("%zd\n", sendmsg(c, &m, 0));
	close(fd);
	io.iov_base = b;
	memset(control, 0, sizeof control);
	printf("%zd %c\n", recvmsg(s, &m, 0), b[0]);
	memcpy(&fd, CMSG_DATA(CMSG_FIRSTHDR(&m)), sizeof fd);
	memset(b, 0, sizeof b);
	printf("%zd %s\n", read(fd, b, 10), b);
	unlink("sock");
	errno = 0;
	printf("%d", connect(socket(AF_UNIX, SOCK_STREAM, 0), (struct sockaddr *)&a, sizeof a));
	printf(" %d\n", errno == ENOENT);
	close(open("sock", O_CREAT | O_WRONLY, 0600));
	errno = 0;
	printf("%d", connect(socket(AF_UNIX, SOCK_STREAM, 0), (struct sockaddr *)&a, sizeof a));
	printf(" %d\n", errno == ECONNREFUSED);
	return 0;
}
