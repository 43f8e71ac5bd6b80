/* The type of an integer constant by its base, size and suffix. */
#include <stdio.h>

#define T(e) printf("%s %s %llu\n", #e, _Generic((e), int: "int", unsigned: "unsigned", long: "long", unsigned long: "unsigned long", \
	long long: "long long", unsigned long long: "unsigned long long", default: "?"), (unsigned long long)(e))

int main(void)
{
	T(0); T(00); T(0x0); T(0b101);
	T(2147483647); T(2147483648); T(-2147483648);
	T(0x7fffffff); T(0x80000000); T(0xffffffff); T(0x100000000);
	T(037777777777); T(0200000000000);
	T(4294967295); T(4294967296);
	T(0x7fffffffffffffff); T(0x8000000000000000); T(0xFFFFFFFFFFFFFFFF);
	T(9223372036854775807);
	T(1u); T(1U); T(1l); T(1L); T(1ul); T(1LU); T(1ll); T(1LL); T(1ull); T(1LLU); T(1uLL);
	T(4294967296u); T(0x80000000l); T(0xffffffffu);
	T(0b11111111111111111111111111111111); T(0B1);
	T(0xAbCdEf); T(0XaBcDeFuL);
	printf("%d %d\n", -1 < 0u, 0x80000000 > -1);
	printf("%d %d\n", 2147483648 > -1, -2147483648 < 0);
	return 0;
}
