/* scanf: what ends early, numbers out of range, allocation, null pointers; atoi of what is too large; strtol with no base. */
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

static void number(const char *s, const char *format)
{
	long long a = -9;
	int n = -9;

	errno = 0;
	int r = sscanf(s, format, &a, &n);
	printf("%s %s: %d %d %lld %d\n", s, format, r, errno, a, n);
}

static void text(const char *s, const char *format)
{
	char *a = (char *)1, *b = (char *)1;

	errno = 0;
	int r = sscanf(s, format, &a, &b);
	printf("%s %s: %d %d %s %s\n", s, format, r, errno, a == (char *)1 ? "unset" : a ? a : "null", b == (char *)1 ? "unset" : b ? b : "null");
}

int main(void)
{
	static const char *const large[] = { "2147483647", "2147483648", "-2147483649", "4294967295", "99999999999", "9223372036854775807",
		"9223372036854775808", "-9223372036854775809", "99999999999999999999", " +0000000000000000000000000012x", "-0000000000005" };
	char c[5] = "####", *end = "none";
	void *p = c;

	number("0x", "%lli%n");
	number("0xg", "%llx%n");
	number("0x12", "%2llx%n");
	number("9223372036854775808", "%lld");
	number("-9223372036854775809", "%lli");
	number("18446744073709551616", "%llu");
	number("12", "%Ld");
	number("13", "%qd");
	number("1000", "%'lld");
	number("5 ", "%lld %%");
	number("5", "%");
	printf("%d %c\n", sscanf("(nil)", "%p", &p), p ? 'p' : '0');
	printf("%d %s\n", sscanf("ab", "%4c", c), c);
	text("hello world", "%ms %ms");
	text("hello", "%2ms%m[a-l]");
	text("", "%ms");
	text("12", "%m[a-z]");
	text("a", "%ms%ms");
	text("ab", "%mc%5mc");
	for (int i = 0; i < sizeof large / sizeof *large; i++) {
		errno = 0;
		printf("%s: %d %ld %lld", large[i], atoi(large[i]), atol(large[i]), atoll(large[i]));
		printf(" %d\n", errno);
	}
	errno = 0;
	printf("%ld", strtol("12", &end, 1));
	printf(" %d %s", errno, end);
	printf(" %lu", strtoul("12", &end, 37));
	printf(" %s\n", end);
	printf("%zu %Zu %.3s|%.6s|\n", sizeof c, sizeof c, (char *)NULL, (char *)NULL);
	return 0;
}
