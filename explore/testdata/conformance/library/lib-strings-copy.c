/* string.h: functions that copy and join. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char b[16];

static void show(const char *what, long n)
{
	printf("%s %ld:", what, n);
	for (int i = 0; i < 16; i++) putchar(b[i] ? b[i] : '.');
	putchar('\n');
	memset(b, '#', sizeof b);
}

int main(void)
{
	memset(b, '#', sizeof b);
	show("strcpy", strcpy(b, "abc") - b);
	show("stpcpy", stpcpy(b, "abc") - b);
	show("strncpy", strncpy(b, "abc", 8) - b);
	show("strncpy", strncpy(b, "abcdef", 3) - b);
	show("stpncpy", stpncpy(b, "abc", 8) - b);
	show("stpncpy", stpncpy(b, "abcdef", 3) - b);
	strcpy(b, "12");
	show("strcat", strcat(b, "345") - b);
	strcpy(b, "12");
	show("strncat", strncat(b, "34567", 3) - b);
	strcpy(b, "12");
	show("strncat", strncat(b, "3", 9) - b);
	show("memcpy", (char *)memcpy(b + 1, "abc", 2) - b);
	show("mempcpy", (char *)mempcpy(b + 1, "abc", 2) - b);
	show("memcpy", (char *)memcpy(b, b, 4) - b);
	show("mempcpy", (char *)mempcpy(b, b, 4) - b);
	show("memccpy", (char *)memccpy(b, "abcdef", 'c', 6) - b);
	show("memccpy", memccpy(b, "abcdef", 'z', 4) == NULL);
	strcpy(b, "0123456789");
	show("memmove", (char *)memmove(b + 2, b, 6) - b);
	strcpy(b, "0123456789");
	show("memmove", (char *)memmove(b, b + 2, 6) - b);
	show("memset", (char *)memset(b + 3, 300, 4) - b);
	bzero(b + 2, 3);
	show("bzero", 0);
	bcopy("xyz", b + 1, 3);
	show("bcopy", 0);
	swab("abcdef", b, 6);
	show("swab", 0);
	char *d = strdup("dup"), *n = strndup("dupdup", 4), *m = strndup("d", 9);
	printf("%s %s %s\n", d, n, m);
	free(d), free(n), free(m);
	char buf[4] = "abc";
	explicit_bzero(buf, 3);
	printf("%d%d%d\n", buf[0], buf[1], buf[2]);
	printf("%zu %zu %zu\n", strlen(""), strnlen("abcdef", 3), strnlen("ab", 5));
	return 0;
}
