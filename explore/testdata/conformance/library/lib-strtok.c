/* strtok, strtok_r, strsep: tokens, nested and empty. */
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>

int main(void)
{
	char a[] = ",,a,b;;c, d ,", b[] = "k1=v1;k2=v2;;k3", c[] = "x::y:", d[] = "", e[] = "///";
	char *save, *inner, *p, *t;

	for (t = strtok(a, ",;"); t; t = strtok(NULL, ", ")) printf("[%s]", t);
	puts("");
	for (t = strtok_r(b, ";", &save); t; t = strtok_r(NULL, ";", &save)) {
		printf("<");
		for (p = strtok_r(t, "=", &inner); p; p = strtok_r(NULL, "=", &inner)) printf("(%s)", p);
		printf(">");
	}
	puts("");
	p = c;
	while ((t = strsep(&p, ":"))) printf("{%s}", t);
	printf(" %d\n", p == NULL);
	p = d;
	t = strsep(&p, ":");
	printf("%d %d %d\n", t == d, p == NULL, strsep(&p, ":") == NULL);
	printf("%d\n", strtok(e, "/") == NULL);
	char f[] = "no delimiters";
	printf("%s\n", strtok(f, "#"));
	printf("%d\n", strtok(NULL, "#") == NULL);
	return 0;
}
