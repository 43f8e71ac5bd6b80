/* A server that forks for each connection, and its clients. */
#include <arpa/inet.h>
#include <netinet/in.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

static struct sockaddr_in a = { .sin_family = AF_INET };

static int client(int number)
{
	char line[64];
	int s = socket(AF_INET, SOCK_STREAM, 0);

	if (connect(s, (struct sockaddr *)&a, sizeof a)) return 100;
	FILE *in = fdopen(s, "r"), *out = fdopen(dup(s), "w");
	fgets(line, sizeof line, in);
	if (strncmp(line, "220", 3)) return 101;
	int sum = 0;
	for (int i = 1; i <= number; i++) {
		fprintf(out, "DOUBLE %d\r\n", i);
		fflush(out);
		if (!fgets(line, sizeof line, in)) return 102;
		sum += atoi(line);
	}
	fprintf(out, "QUIT\r\n");
	fflush(out);
	return fgets(line, sizeof line, in) ? 103 : sum;
}

static int serve(int s)
{
	char line[64];
	FILE *in = fdopen(s, "r"), *out = fdopen(dup(s), "w");

	fprintf(out, "220 ready\r\n");
	fflush(out);
	while (fgets(line, sizeof line, in)) {
		if (!strncmp(line, "QUIT", 4)) return 0;
		fprintf(out, "%d\r\n", 2 * atoi(line + 7));
		fflush(out);
	}
	return 1;
}

int main(void)
{
	socklen_t len = sizeof a;
	int l = socket(AF_INET, SOCK_STREAM, 0), status, sum = 0, served = 0;

	a.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	bind(l, (struct sockaddr *)&a, sizeof a);
	listen(l, 10);
	getsockname(l, (struct sockaddr *)&a, &len);
	for (int i = 1; i <= 3; i++)
		if (fork() == 0) { close(l); _exit(client(i)); }
	for (int i = 0; i < 3; i++) {
		int s = accept(l, NULL, NULL);
		if (fork() == 0) { close(l); _exit(serve(s)); }
		close(s);
	}
	while (wait(&status) > 0) {
		int code = WEXITSTATUS(status);
		if (code == 0) served++;
		sum += code;
	}
	printf("%d %d\n", served, sum);
	return 0;
}
