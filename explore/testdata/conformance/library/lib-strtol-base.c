/* strtol: a base that is none. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
	static const int bases[] = { 1, 37, -1, 100 };

	for (int i = 0; i < 4; i++) {
		errno = 0;
		long l = strtol("11", NULL, bases[i]);
		printf("%d: %ld %d\n", bases[i], l, errno == EINVAL);
		errno = 0;
		unsigned long u = strtoul("11", NULL, bases[i]);
		printf("%d: %lu %d\n", bases[i], u, errno == EINVAL);
	}
	for (int b = 2; b <= 36; b++) printf("%ld ", strtol("10", NULL, b));
	puts("");
	for (int b = 2; b <= 36; b++) {
		char *end;
		long l = strtol("123456789abcdefghijklmnopqrstuvwxyz", &end, b);
		printf("%ld%c ", l, *end ? *end : '.');
	}
	puts("");
	return 0;
}
