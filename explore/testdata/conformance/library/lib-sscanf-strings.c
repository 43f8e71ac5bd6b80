/* sscanf: strings, characters, scansets and allocation. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
	char a[32], b[32], c[8] = "";
	char *m = NULL;
	int r, n = -1;

	r = sscanf("  hello world", "%s %s", a, b);
	printf("%d %s %s\n", r, a, b);
	r = sscanf("hello world", "%3s%s", a, b);
	printf("%d %s %s\n", r, a, b);
	r = sscanf("abc", "%2c%n", c, &n);
	printf("%d %.2s %d\n", r, c, n);
	r = sscanf(" x", "%c", c);
	printf("%d [%c]\n", r, c[0]);
	r = sscanf(" x", " %c", c);
	printf("%d [%c]\n", r, c[0]);
	r = sscanf("key=value;rest", "%[^=]=%[^;]%n", a, b, &n);
	printf("%d %s %s %d\n", r, a, b, n);
	r = sscanf("abc123", "%[a-z]%[0-9]", a, b);
	printf("%d %s %s\n", r, a, b);
	r = sscanf("]]x", "%[]]%s", a, b);
	printf("%d %s %s\n", r, a, b);
	r = sscanf("ab]c", "%[^]]", a);
	printf("%d %s\n", r, a);
	r = sscanf("a-b-c", "%[a-]%s", a, b);
	printf("%d %s %s\n", r, a, b);
	r = sscanf("xyz", "%[abc]", a);
	printf("%d\n", r);
	r = sscanf("skip this", "%*s %s", a);
	printf("%d %s\n", r, a);
	r = sscanf("skip99", "%*[a-z]%d", &n);
	printf("%d %d\n", r, n);
	r = sscanf("allocated text", "%ms", &m);
	printf("%d %s\n", r, m);
	free(m);
	r = sscanf("one,two", "%m[^,],%s", &m, a);
	printf("%d %s %s\n", r, m, a);
	free(m);
	r = sscanf("12345678", "%3[0-9]%s", a, b);
	printf("%d %s %s\n", r, a, b);
	return 0;
}
