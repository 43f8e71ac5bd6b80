/* atexit, on_exit, at_quick_exit: the order, exit from a handler, registering in a handler. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static void first(void) { puts("first"); }
static void second(void) { puts("second"); }
static void late(void) { puts("late"); }
static void registers(void) { puts("registers"); atexit(late); }
static void exits(void) { puts("exits"); exit(7); }
static void quick(void) { puts("quick"); fflush(stdout); }

static void child(int which)
{
	int status;

	fflush(stdout);
	pid_t p = fork();
	if (p == 0) {
		if (which == 0) { atexit(first); atexit(second); atexit(first); exit(1); }
		if (which == 1) { atexit(first); atexit(registers); exit(2); }
		if (which == 2) { atexit(first); atexit(exits); atexit(second); exit(3); }
		if (which == 3) { atexit(first); at_quick_exit(quick); quick_exit(4); }
		if (which == 4) { atexit(first); _Exit(5); }
		if (which == 5) { atexit(first); abort(); }
		if (which == 6) for (int i = 0; i < 40; i++) if (atexit(i % 2 ? first : second)) puts("full");
		exit(6);
	}
	waitpid(p, &status, 0);
	if (WIFEXITED(status)) printf("%d: %d\n", which, WEXITSTATUS(status));
	else printf("%d: signal %d\n", which, WTERMSIG(status));
}

int main(void)
{
	for (int i = 0; i < 7; i++) child(i);
	atexit(first);
	return 9;
}
