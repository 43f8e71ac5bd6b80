/* #if expressions, nested conditions, defined, #undef, #line, predefined macros. */
#include <stdio.h>
#include <limits.h>

#define ONE 1
#define ZERO 0
#define FUNC(x) ((x) + 1)
#if ONE && !ZERO && defined ONE && defined(ZERO) && !defined NOTHING
#define R1 1
#else
#define R1 0
#endif
#if FUNC(2) == 3 && (-1 < 0u ? 0 : 1) && 'a' == 97 && 0x10 == 16 && 1 ? 2 : 0
#define R2 1
#elif 1
#define R2 2
#else
#error never
#endif
#if UNKNOWN || UNKNOWN > 0
#error unknown names are 0
#elif (2 + 3) * 4 / 5 % 3 == 1 && (1 << 4 | 1) == 17 && ~0 == -1 && 0xffffffffffffffff == -1
#define R3 1
#else
#define R3 0
#endif
#if 0
#if 1
#error inner
#else
#endif
#elif 0
#elif ONE
#define R4 1
#elif ONE
#define R4 2
#endif
#ifdef ONE
# undef ONE
# ifndef ONE
#  define ONE 11
# endif
#endif
#if INT_MAX == 2147483647 && LONG_MAX > INT_MAX && '\377' < 0
#define R5 1
#endif
#if 1 ? 0 : (1 / 0)
#elif 0 && 1 / 0
#else
#define R6 1
#endif
#ifdef __has_include
#if __has_include(<stdio.h>) && !__has_include("no-such-file.h")
#define R7 1
#endif
#endif
#if defined(__x86_64__) && __CHAR_BIT__ == 8 && __SIZEOF_LONG__ == 8 && __STDC_VERSION__ >= 201112L && __GNUC__
#define R8 1
#endif

int main(void)
{
	printf("%d %d %d %d %d %d %d %d %d\n", R1, R2, R3, R4, ONE, R5, R6, R7, R8);
	printf("%d %s\n", __LINE__, __func__);
#line 500 "other.c"
	printf("%d %s\n", __LINE__, __FILE__);
	printf("%d\n",
		__LINE__);
#define HERE __LINE__
	printf("%d\n", HERE);
	int n = __COUNTER__;
	printf("%d %d\n", __COUNTER__ - n, __COUNTER__ - n);
	return 0;
}
