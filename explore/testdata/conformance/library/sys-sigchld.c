/* SIGCHLD: its handler reaps; ignoring it leaves no zombies; siginfo. */
#define _GNU_SOURCE
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

static volatile int reaped, code, how;

static void handler(int s, siginfo_t *i, void *c)
{
	int status;

	how = i->si_code;
	code = i->si_status;
	while (waitpid(-1, &status, WNOHANG) > 0) reaped++;
}

int main(void)
{
	struct sigaction a = { 0 };
	sigset_t chld, old;

	sigemptyset(&chld);
	sigaddset(&chld, SIGCHLD);
	sigprocmask(SIG_BLOCK, &chld, &old);
	a.sa_sigaction = handler;
	a.sa_flags = SA_SIGINFO;
	sigaction(SIGCHLD, &a, NULL);
	if (fork() == 0) _exit(42);
	while (reaped < 1) sigsuspend(&old);
	printf("%d %d %d\n", reaped, code, how == CLD_EXITED);
	pid_t p = fork();
	if (p == 0) {
		signal(SIGTERM, SIG_DFL);
		sigprocmask(SIG_SETMASK, &old, NULL);
		for (;;) pause();
	}
	kill(p, SIGTERM);
	while (reaped < 2) sigsuspend(&old);
	printf("%d %d %d\n", reaped, code == SIGTERM, how == CLD_KILLED);
	signal(SIGCHLD, SIG_IGN);
	sigprocmask(SIG_SETMASK, &old, NULL);
	if (fork() == 0) _exit(1);
	errno = 0;
	int r = wait(NULL);
	printf("%d %d\n", r, errno == ECHILD);
	return 0;
}
