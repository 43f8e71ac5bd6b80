/* #pragma and _Pragma that change nothing, and those that pack. */
#include <stdio.h>

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused"
_Pragma("GCC diagnostic pop")
#define PRAGMA(x) _Pragma(#x)
#define QUIET PRAGMA(GCC diagnostic ignored "-Wall")
QUIET
#pragma STDC FP_CONTRACT OFF
#pragma unknown thing
#pragma pack(push, 2)
struct a { char c; long l; };
#pragma pack(1)
struct b { char c; long l; };
#pragma pack(pop)
struct c { char c; long l; };
#pragma pack(push)
#pragma pack(4)
struct d { char c; long l; };
#pragma pack(pop)
#pragma message("text")
# /* a null directive */
#ident "string"

int main(void)
{
	int n = 0;
	_Pragma("GCC unroll 4") for (int i = 0; i < 3; i++) n += i;
#pragma GCC ivdep
	while (n < 5)
		n++;
	if (n)
		_Pragma("GCC diagnostic push") n++;
	printf("%d %zu %zu %zu %zu\n", n, sizeof(struct a), sizeof(struct b), sizeof(struct c), sizeof(struct d));
	return 0;
}
