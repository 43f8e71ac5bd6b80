/* system and popen need a shell, which is no part of the simulated machine; without one both say so. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
	printf("%d\n", system("exit 3") / 256);
	return 0;
}
