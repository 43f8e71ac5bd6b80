/* Macros: arguments, pasting, strings, variadic, conditionals. */
#include <stdio.h>
#define CAT(a, b) a##b
#define XCAT(a, b) CAT(a, b)
#define STR(x) #x
#define XSTR(x) STR(x)
#define LOG(fmt, ...) printf(fmt "\n", ##__VA_ARGS__)
#define N 4
#define TWICE(x) ((x) + (x))
#define LIST X(one, 1) X(two, 2) X(three, 3)
#define EMPTY
enum {
#define X(a, b) a = b,
	LIST
#undef X
};
#if defined(N) && N * 2 == 8 && !defined(NOPE) && (1 ? 2 : 3) == 2 && 'a' == 97
#define OK 1
#elif 1
#define OK 2
#else
#error never
#endif
#ifndef OK
#error "not ok"
#endif
int main(void)
{
	int XCAT(v, N) = 7; LOG("%d", v4); LOG("none"); LOG("%s %s %s", STR(a + "b"), XSTR(N), XSTR(CAT(x, 1)));
#define X(a, b) printf(#a "=%d ", a);
	LIST
#undef X
	printf("%d %d\n", OK, TWICE(1 << 2)); int i = 1; i = i + EMPTY 2; printf("%d\n", i); printf("%d %d\n", __LINE__ > 0, __STDC__); printf("%ld\n", __STDC_VERSION__); printf("%d %d\n", __CHAR_BIT__, __INT_MAX__ == 2147483647);
#line 1000 "renamed.c"
	printf("%d %s\n", __LINE__, __FILE__); printf("%d\n", __COUNTER__ + __COUNTER__);
	return 0;
}
