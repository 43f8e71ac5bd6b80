/* %#m is the name of errno's value, or its number where there is none; an argument that no conversion names is an int. */
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <string.h>

int main(void)
{
	char b[100];
	for (int e = -1; e < 140; e++) {
		const char *name = strerrorname_np(e), *text = strerrordesc_np(e);
		printf("%d %s: %s ", e, name ? name : "-", text ? text : "-");
		errno = e;
		printf("[%#m] ");
		errno = e;
		printf("[%#12.3m] ");
		errno = e;
		printf("[%#-08.3m] [%m]\n");
	}
	int n = snprintf(b, sizeof b, "%3$s %1$s", "a", "b", "c");
	printf("%d %s\n", n, b);
	n = snprintf(b, sizeof b, "%4$d %1$*2$d|", 7, 5, 0, 9);
	printf("%d %s\n", n, b);
	return 0;
}
