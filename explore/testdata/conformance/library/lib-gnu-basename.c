/* basename of string.h, which does not change its argument. */
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <string.h>

int main(void)
{
	static const char *const paths[] = { "/usr/lib", "/usr/", "usr", "/", "", "a//b" };

	for (unsigned i = 0; i < sizeof paths / sizeof *paths; i++) printf("'%s'\n", basename(paths[i]));
	printf("%s %s\n", program_invocation_short_name == NULL ? "" : "name", program_invocation_name ? "name" : "");
	return 0;
}
