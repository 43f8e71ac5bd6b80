/* string.h: functions that look for something. */
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>

static char text[] = "the quick brown fox jumps over the lazy dog";

static int at(const void *p)
{
	return p ? (int)((const char *)p - text) : -1;
}

int main(void)
{
	static const char *const needles[] = { "", "t", "the", "fox", "dog", "cat", "z", "over the", "The", "LAZY", "o", "the lazy dogs" };

	for (unsigned i = 0; i < sizeof needles / sizeof *needles; i++) {
		const char *n = needles[i];
		printf("%s: %d %d %d", n, at(strstr(text, n)), at(strcasestr(text, n)), at(memmem(text, sizeof text, n, strlen(n))));
		printf(" %d %d %d", at(strchr(text, *n)), at(strrchr(text, *n)), at(strchrnul(text, *n)));
		printf(" %d %d %d", at(memchr(text, *n, 20)), at(memrchr(text, *n, 20)), at(strpbrk(text, n)));
		printf(" %d %d\n", (int)strspn(text, n), (int)strcspn(text, n));
	}
	printf("%d %d\n", (int)strspn(text, "eht "), (int)strcspn(text, "xyz"));
	printf("%d %d\n", at(memmem(text, 5, "quick", 5)), at(memmem(text, 0, "", 0)));
	printf("%d %d\n", at(rawmemchr(text, 'z')), at(memchr(text, 0, sizeof text)));
	char a[40], b[10];
	memset(a, 'a', 39);
	a[39] = 0;
	strcpy(a + 30, "aab");
	strcpy(b, "aaab");
	printf("%d\n", (int)(strstr(a, b) - a));
	return 0;
}
