/* assert: the message on standard error, and SIGABRT. */
#include <assert.h>
#include <signal.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

static void caught(int s) { dprintf(1, "caught %d\n", s); }

int main(void)
{
	int status, x = 1;

	assert(x == 1);
	printf("passed\n");
	fflush(stdout);
	if (fork() == 0) assert(x == 2 && "reason");
	wait(&status);
	printf("%d\n", WIFSIGNALED(status) ? WTERMSIG(status) : -1);
	fflush(stdout);
	if (fork() == 0) {
		signal(SIGABRT, caught);
		assert(x != 1);
	}
	wait(&status);
	printf("%d\n", WIFSIGNALED(status) ? WTERMSIG(status) : -1);
	_Static_assert(sizeof(int) == 4, "int");
#undef assert
#define NDEBUG
#include <assert.h>
	assert(x == 3);
	return 0;
}
