/* printf: length modifiers of integers cut and extend. */
#include <inttypes.h>
#include <limits.h>
#include <stddef.h>
#include <stdio.h>

int main(void)
{
	long long big = 0x123456789abcdef0LL;

	printf("%hhd %hhu %hhx\n", (signed char)-1, (unsigned char)255, (unsigned char)0xab);
	printf("%hhd %hhu\n", 0x1ff, 0x1fe);
	printf("%hd %hu %ho\n", (short)-2, (unsigned short)65535, (unsigned short)077777);
	printf("%hd %hu\n", 0x18000, 0x18001);
	printf("%ld %lu %lx %lo\n", LONG_MIN, ULONG_MAX, LONG_MAX, 8L);
	printf("%lld %llu %llX %lli\n", LLONG_MIN, ULLONG_MAX, big, -big);
	printf("%jd %ju %zd %zu %td %tx\n", (intmax_t)-5, (uintmax_t)5, (ssize_t)-6, (size_t)6, (ptrdiff_t)-7, (ptrdiff_t)7);
	printf("%qd %Lx\n", big, big);
	printf("%" PRId8 " %" PRIu16 " %" PRIx32 " %" PRIo64 " %" PRIdMAX " %" PRIuPTR "\n",
		(int8_t)-8, (uint16_t)16, (uint32_t)0xdead, (uint64_t)64, (intmax_t)-99, (uintptr_t)99);
	printf("%" PRIdLEAST16 " %" PRIuFAST8 " %" PRIXFAST16 "\n", (int_least16_t)-16, (uint_fast8_t)8, (uint_fast16_t)0xBEEF);
	printf("%+hhd|% hd|%#hhx|%#lo|%020lld|%-20lldX\n", 5, 6, 7, 8L, -big, big);
	return 0;
}
