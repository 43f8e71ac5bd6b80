/* A signal during read: EINTR, or the call goes on with SA_RESTART. */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

static int p[2];
static volatile int n;

static void handler(int s)
{
	n++;
	if (n == 2) write(p[1], "x", 1);
}

static void arm(int flags)
{
	struct sigaction a = { 0 };
	struct itimerval it = { .it_value = { 0, 100000 } };

	a.sa_handler = handler;
	a.sa_flags = flags;
	sigaction(SIGALRM, &a, NULL);
	setitimer(ITIMER_REAL, &it, NULL);
}

int main(void)
{
	char c = 0;

	pipe(p);
	arm(0);
	errno = 0;
	int r = read(p[0], &c, 1);
	printf("%d %d %d\n", r, errno == EINTR, n);
	arm(SA_RESTART);
	r = read(p[0], &c, 1);
	printf("%d %c %d\n", r, c, n);
	pid_t child = fork();
	if (child == 0) {
		usleep(600000);
		_exit(3);
	}
	arm(0);
	errno = 0;
	int status;
	r = waitpid(child, &status, 0);
	printf("%d %d\n", r, errno == EINTR);
	arm(SA_RESTART);
	r = waitpid(child, &status, 0);
	printf("%d %d\n", r == child, WEXITSTATUS(status));
	return 0;
}
