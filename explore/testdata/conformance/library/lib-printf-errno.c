/* printf: %m is the text of errno, and leaves errno alone. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

int main(void)
{
	char buffer[100];

	errno = ENOENT;
	printf("%m\n");
	errno = EACCES;
	printf("[%30m] [%-30m] [%.6m]\n");
	errno = EINVAL;
	printf("%s: %m (%d)\n", "name", 7);
	errno = 0;
	printf("%m %d\n", errno);
	errno = 12345;
	int n = snprintf(buffer, sizeof buffer, "%m");
	printf("%s %d %d\n", buffer, n, (int)strlen(buffer));
	errno = EAGAIN;
	n = snprintf(buffer, 10, "<%m>");
	printf("%s %d %d\n", buffer, n, errno == EAGAIN);
	return 0;
}
