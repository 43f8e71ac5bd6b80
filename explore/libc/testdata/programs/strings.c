/* String and memory functions. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static int sign(int v)
{
	return (v > 0) - (v < 0);
}

int main(void)
{
	char b[64], c[64], *p, *save;
	memset(b, 'x', sizeof b);
	strcpy(b, "hello");
	printf("%s %zu %zu %c\n", b, strlen(b), strnlen(b, 3), b[6]);
	strcat(b, ", ");
	strncat(b, "world and more", 5);
	puts(b);
	memset(c, 'y', sizeof c);
	strncpy(c, b, 8);
	printf("%.8s %c|", c, c[8]);
	strncpy(c, "ab", 8);
	printf("%s %d %c\n", c, c[7], c[8]);
	printf("%d %d %d %d\n", sign(strcmp("abc", "abd")), sign(strncmp("abc", "abd", 2)), sign(strcasecmp("ABC", "abd")), sign(memcmp("a\0b", "a\0c", 3)));
	printf("%s %s %s\n", strchr(b, 'o'), strrchr(b, 'o'), strchr(b, 'z') ? "?" : "none");
	printf("%s %s %zu %zu %s\n", strstr(b, "wor"), strpbrk(b, "xyzw"), strspn(b, "hel"), strcspn(b, ","), strcasestr(b, "WORLD"));
	memmove(b + 2, b, 12);
	printf("%.14s\n", b);
	memmove(b, b + 2, 12);
	printf("%.12s\n", b);
	p = mempcpy(c, "0123456789", 11);
	printf("%s %td %s\n", c, p - c, (char *)memchr(c, '5', 10));
	printf("%s %s\n", (char *)memrchr(c, '7', 10), (char *)rawmemchr(c, '8'));
	printf("%s", stpcpy(b, "end") - 3);
	printf(" %td\n", strchrnul(b, '!') - b);
	strcpy(b, "a,b;;c");
	for (p = strtok_r(b, ",;", &save); p; p = strtok_r(NULL, ",;", &save)) printf("<%s>", p);
	strcpy(b, "k=v=");
	p = b;
	printf(" <%s>", strsep(&p, "="));
	printf(" <%s>", strsep(&p, "="));
	printf(" <%s>\n", p);
	p = strdup("copy");
	printf("%s %s\n", p, strndup(p, 2));
	p = realloc(p, 100);
	strcat(p, " grown");
	printf("%s %d\n", p, sign(strverscmp("file9", "file10")));
	free(p);
	printf("%s %s|%s\n", basename("/usr/lib/x.c"), strerror(2), strerror(40));
	puts(strerror(9999));
	p = memmem("needle in a haystack", 20, "hay", 3);
	printf("%s %d %d\n", p, sign(strcoll("a", "b")), ffs(0x50));
	int *z = calloc(10, sizeof *z);
	for (int i = 0; i < 10; i++) if (z[i]) puts("not zero");
	free(z);
	char *text;
	printf("%d", asprintf(&text, "%d-%s", 5, "five"));
	printf(" %s\n", text);
	free(text);
	return 0;
}
