/* basename of both kinds, dirname. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <libgen.h>

char *gnu(const char *p)
{
	const char *s = strrchr(p, '/');
	return (char *)(s ? s + 1 : p);
}

int main(void)
{
	static const char *const paths[] = { "/usr/lib", "/usr/", "usr", "/", ".", "..", "", "a//b", "/a//", "a/b/c/", "///a", "a/." };

	for (unsigned i = 0; i < sizeof paths / sizeof *paths; i++) {
		char *a = strdup(paths[i]), *b = strdup(paths[i]);
		printf("'%s': '%s'", paths[i], basename(a));
		printf(" '%s' '%s'\n", dirname(b), gnu(paths[i]));
		free(a), free(b);
	}
	printf("%s %s\n", basename(NULL), dirname(NULL));
	return 0;
}
