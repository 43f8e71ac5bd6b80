/* fork, wait, waitpid: exit codes, order, options, errors. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

int main(void)
{
	int status, local = 1, sum = 0;
	pid_t p[3], r;

	fflush(stdout);
	for (int i = 0; i < 3; i++)
		if ((p[i] = fork()) == 0) {
			local += i;
			_exit(10 * local);
		}
	printf("%d\n", local);
	r = waitpid(p[1], &status, 0);
	printf("%d %d %d\n", r == p[1], WIFEXITED(status), WEXITSTATUS(status));
	for (int i = 0; i < 2; i++) {
		r = wait(&status);
		sum += WEXITSTATUS(status);
		printf("%d ", r == p[0] || r == p[2]);
	}
	printf("%d\n", sum);
	errno = 0;
	printf("%d", wait(NULL));
	printf(" %d\n", errno == ECHILD);
	errno = 0;
	printf("%d", waitpid(getppid(), NULL, 0));
	printf(" %d\n", errno == ECHILD);
	int pipefd[2];
	pipe(pipefd);
	if ((p[0] = fork()) == 0) {
		char c;
		close(pipefd[1]);
		read(pipefd[0], &c, 1);
		exit(-1);
	}
	printf("%d\n", waitpid(p[0], &status, WNOHANG));
	close(pipefd[1]);
	r = waitpid(-1, &status, 0);
	printf("%d %d\n", r == p[0], WEXITSTATUS(status));
	errno = 0;
	printf("%d", waitpid(-1, NULL, 9999));
	printf(" %d\n", errno == EINVAL);
	if ((p[0] = fork()) == 0) _exit(0x1234);
	siginfo_t info;
	printf("%d", waitid(P_PID, p[0], &info, WEXITED | WNOWAIT));
	printf(" %d %d %d\n", info.si_pid == p[0], info.si_status, info.si_code == CLD_EXITED);
	r = waitpid(0, &status, 0);
	printf("%d %d\n", r == p[0], WEXITSTATUS(status));
	return 0;
}
