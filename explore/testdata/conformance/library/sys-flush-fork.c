/* A buffer that is not flushed is written by both processes after fork. */
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

int main(void)
{
	printf("buffered ");
	if (fork() == 0) {
		printf("child\n");
		exit(0);
	}
	wait(NULL);
	printf("parent\n");
	fflush(stdout);
	printf("lost ");
	if (fork() == 0) _exit(0);
	wait(NULL);
	printf("once\n");
	fflush(NULL);
	fprintf(stderr, "unbuffered ");
	if (fork() == 0) {
		fputs("err\n", stderr);
		_exit(3);
	}
	int status;
	wait(&status);
	printf("%d\n", WEXITSTATUS(status));
	return 0;
}
