/* The library's functions as builtins. */
#include <stdio.h>
#include <stdarg.h>

static int format(char *s, const char *f, ...) { __builtin_va_list ap; __builtin_va_start(ap, f); int n = __builtin_vsprintf(s, f, ap); __builtin_va_end(ap); return n; }

int main(void)
{
	char a[20], b[20], *p;
	__builtin_memset(a, 'x', sizeof a);
	__builtin_memcpy(a, "hello", 6);
	__builtin_strcpy(b, a);
	__builtin_strcat(b, " you");
	printf("%s %s %zu\n", a, b, __builtin_strlen(b));
	printf("%d %d %d\n", __builtin_memcmp(a, b, 5), __builtin_strcmp(a, b) < 0, __builtin_strncmp(a, b, 5));
	__builtin_memmove(b + 1, b, 5);
	b[9] = 0;
	printf("%s %s %s\n", b, __builtin_strchr(b, 'l'), __builtin_strrchr(b, 'l'));
	printf("%s %td\n", __builtin_strstr(b, "lo"), (char *)__builtin_memchr(b, 'o', 9) - b);
	p = __builtin_malloc(5);
	p = __builtin_realloc(p, 50);
	__builtin_strncpy(p, "abcdef", 4);
	p[4] = 0;
	printf("%s %d\n", p, format(b, "%d-%s", 42, "z"));
	__builtin_free(p);
	printf("%s %d %d\n", b, __builtin_abs(-5), __builtin_toupper('a'));
	printf("%ld %lld\n", __builtin_labs(-6L), __builtin_llabs(-7LL));
	p = __builtin_mempcpy(a, "12", 2);
	*p = 0;
	printf("%s %zu %zu\n", a, __builtin_strspn("aab", "a"), __builtin_strcspn("xyz", "z"));
	p = __builtin_stpcpy(a, "end");
	printf("%td %d\n", p - a, __builtin_isdigit('5') != 0);
	__builtin_printf("%s\n", __builtin_strdup(a));
	__builtin_puts("puts");
	__builtin_putchar('c');
	__builtin_putchar('\n');
	int *q = __builtin_calloc(3, sizeof *q);
	printf("%d\n", q[0] + q[2]);
	char s[8];
	printf("%d ", __builtin_snprintf(s, sizeof s, "%s", "a long text"));
	printf("%s\n", s);
	__builtin_exit(3);
}
