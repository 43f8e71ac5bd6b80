/* TCP on the loopback between two processes: bind, listen, accept, names, end of file. */
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

int main(void)
{
	struct sockaddr_in a = { .sin_family = AF_INET, .sin_addr = { htonl(INADDR_LOOPBACK) } }, mine, peer;
	socklen_t len = sizeof a;
	int l = socket(AF_INET, SOCK_STREAM, 0);
	char b[64];
	ssize_t n;

	printf("%d\n", bind(l, (struct sockaddr *)&a, sizeof a));
	printf("%d\n", listen(l, 5));
	printf("%d", getsockname(l, (struct sockaddr *)&a, &len));
	printf(" %d %d %s\n", a.sin_port != 0, len == sizeof a, inet_ntoa(a.sin_addr));
	fflush(stdout);
	pid_t p = fork();
	if (p == 0) {
		int c = socket(AF_INET, SOCK_STREAM, 0);
		if (connect(c, (struct sockaddr *)&a, sizeof a)) _exit(1);
		write(c, "GET /\n", 6);
		shutdown(c, SHUT_WR);
		int sum = 0;
		while ((n = read(c, b, sizeof b)) > 0) sum += n;
		_exit(sum);
	}
	len = sizeof peer;
	int c = accept(l, (struct sockaddr *)&peer, &len);
	printf("%d %s %d\n", c >= 0, inet_ntoa(peer.sin_addr), peer.sin_port != a.sin_port);
	len = sizeof mine;
	getsockname(c, (struct sockaddr *)&mine, &len);
	printf("%d\n", mine.sin_port == a.sin_port);
	struct sockaddr_in again;
	len = sizeof again;
	printf("%d", getpeername(c, (struct sockaddr *)&again, &len));
	printf(" %d\n", again.sin_port == peer.sin_port);
	int total = 0;
	while ((n = read(c, b + total, sizeof b - total)) > 0) total += n;
	printf("%d %.*s", total, total, b);
	write(c, "hello ", 6);
	write(c, "world", 5);
	close(c);
	int status;
	waitpid(p, &status, 0);
	printf("%d\n", WEXITSTATUS(status));
	errno = 0;
	printf("%d", getpeername(l, (struct sockaddr *)&again, &len));
	printf(" %d\n", errno == ENOTCONN);
	close(l);
	c = socket(AF_INET, SOCK_STREAM, 0);
	errno = 0;
	printf("%d", connect(c, (struct sockaddr *)&a, sizeof a));
	printf(" %d\n", errno == ECONNREFUSED);
	errno = 0;
	printf("%zd", send(socket(AF_INET, SOCK_STREAM, 0), "x", 1, MSG_NOSIGNAL));
	printf(" %d\n", errno == EPIPE);
	return 0;
}
