/* getpid, getppid, groups and sessions; an orphan's parent changes. */
#include <errno.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

int main(void)
{
	pid_t me = getpid();
	int p[2], q[2];
	char b[40];

	pipe(p);
	pipe(q);
	fflush(stdout);
	if (fork() == 0) {
		printf("%d %d %d\n", getppid() == me, getpid() != me, getpgrp() == getpgid(me));
		printf("%d", setsid() == getpid());
		printf(" %d %d\n", getpgrp() == getpid(), getsid(0) == getpid());
		errno = 0;
		printf("%d", setsid());
		printf(" %d\n", errno == EPERM);
		fflush(stdout);
		pid_t child = getpid();
		if (fork() == 0) {
			char c;
			read(p[0], &c, 1);
			write(q[1], getppid() == child ? "same" : "orphan", 6);
			_exit(0);
		}
		_exit(0);
	}
	wait(NULL);
	write(p[1], "x", 1);
	int n = read(q[0], b, sizeof b);
	printf("%.*s\n", n, b);
	printf("%d\n", getpid() == me);
	fflush(stdout);
	pid_t c = fork();
	if (c == 0) {
		setpgid(0, 0);
		_exit(getpgrp() != getpid());
	}
	int status;
	waitpid(c, &status, 0);
	printf("%d\n", WEXITSTATUS(status));
	errno = 0;
	printf("%d", getpgid(2000000000));
	printf(" %d\n", errno == ESRCH);
	return 0;
}
