/* strerror, perror, strsignal: texts. */
#define _GNU_SOURCE
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

int main(void)
{
	char b[40];

	for (int e = 0; e < 134; e++) printf("%d %s\n", e, strerror(e));
	printf("%s|%s\n", strerror(-1), strerror(9999));
	printf("%s\n", strerror_r(ENOENT, b, sizeof b));
	printf("%s\n", strerror_r(5555, b, sizeof b));
	for (int s = 1; s < 32; s++) printf("%d %s\n", s, strsignal(s));
	fflush(stdout);
	errno = ENOENT;
	perror("file");
	errno = EPERM;
	perror("");
	errno = EBUSY;
	perror(NULL);
	psignal(SIGINT, "got");
	return 0;
}
