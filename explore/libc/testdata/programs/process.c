/* Processes, signals, pipes, environment, jumps. */
#define _GNU_SOURCE
#include <errno.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

static jmp_buf env;
static volatile sig_atomic_t caught;

static void on_signal(int sig)
{
	caught = sig;
}

static void deep(int n)
{
	if (n == 0) longjmp(env, 7);
	deep(n - 1);
}

static void on_exit_one(void)
{
	write(1, "exit one\n", 9);
}

static void on_exit_two(void)
{
	write(1, "exit two\n", 9);
}

int main(int argc, char **argv)
{
	volatile int before = 1;
	int fds[2], status, r;
	char b[32];
	struct sigaction sa;
	pid_t pid;

	setvbuf(stdout, NULL, _IONBF, 0);
	r = setjmp(env);
	printf("setjmp %d %d\n", r, before);
	if (!r) {
		before = 2;
		deep(3);
	}
	memset(&sa, 0, sizeof sa);
	sa.sa_handler = on_signal;
	sigaction(SIGUSR1, &sa, NULL);
	raise(SIGUSR1);
	printf("caught %d\n", caught);
	signal(SIGTERM, SIG_IGN);
	raise(SIGTERM);
	sigset_t set, old;
	sigemptyset(&set);
	sigaddset(&set, SIGUSR1);
	sigprocmask(SIG_BLOCK, &set, &old);
	caught = 0;
	raise(SIGUSR1);
	printf("blocked %d", caught);
	sigprocmask(SIG_SETMASK, &old, NULL);
	printf(" then %d\n", caught);
	pipe(fds);
	pid = fork();
	if (pid == 0) {
		close(fds[0]);
		dprintf(fds[1], "from the child");
		_exit(5);
	}
	close(fds[1]);
	r = read(fds[0], b, sizeof b);
	printf("parent read %d: %.*s\n", r, r, b);
	r = waitpid(pid, &status, 0);
	printf("%d %d %d\n", r == pid, WIFEXITED(status), WEXITSTATUS(status));
	pid = fork();
	if (pid == 0) {
		signal(SIGUSR1, SIG_DFL);
		raise(SIGUSR1);
		_exit(1);
	}
	wait(&status);
	printf("%d %d\n", WIFSIGNALED(status), WTERMSIG(status) == SIGUSR1);
	r = wait(&status);
	printf("%d %s\n", r, strerror(errno));
	socketpair(AF_UNIX, SOCK_STREAM, 0, fds);
	write(fds[0], "ping", 4);
	r = read(fds[1], b, sizeof b);
	printf("%.*s\n", r, b);
	setenv("CONFCOV_ONE", "1", 1);
	putenv("CONFCOV_TWO=2");
	printf("%s %s %s\n", getenv("CONFCOV_ONE"), getenv("CONFCOV_TWO"), getenv("CONFCOV_NONE") ? "?" : "unset");
	unsetenv("CONFCOV_ONE");
	printf("%d %d\n", getenv("CONFCOV_ONE") == NULL, argc);
	atexit(on_exit_one);
	atexit(on_exit_two);
	return 9;
}
