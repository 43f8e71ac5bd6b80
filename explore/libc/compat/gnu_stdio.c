/* Functions of glibc's stdio that musl lacks. */

#define _GNU_SOURCE
#include <stdio.h>

int fcloseall(void)
{
	fflush(0);
	return 0;
}
