/* The limits of the integer types, and arithmetic at them. */
#include <stdio.h>
#include <limits.h>
#include <stdint.h>

int main(void)
{
	printf("%d %d %d %d %d\n", CHAR_BIT, SCHAR_MIN, SCHAR_MAX, UCHAR_MAX, CHAR_MAX);
	printf("%d %d %d %d %d %u\n", SHRT_MIN, SHRT_MAX, USHRT_MAX, INT_MIN, INT_MAX, UINT_MAX);
	printf("%ld %ld %lu %lld %llu\n", LONG_MIN, LONG_MAX, ULONG_MAX, LLONG_MIN, ULLONG_MAX);
	printf("%jd %ju %zu %td\n", INTMAX_MAX, UINTMAX_MAX, SIZE_MAX, PTRDIFF_MIN);
	int8_t i8 = INT8_MAX;
	uint16_t u16 = UINT16_MAX;
	int64_t i64 = INT64_MIN;
	uint_fast8_t f8 = UINT_FAST8_MAX;
	int_least32_t l32 = INT_LEAST32_MIN;
	printf("%d %d %ld %d %d\n", (int8_t)(i8 + 1), (uint16_t)(u16 + 1), i64 - 1, (uint_fast8_t)(f8 + 1), l32 - 1);
	printf("%ld %lu %d\n", INT64_C(5) << 40, UINT64_C(1) << 63, INT8_C(7));
	printf("%zu %zu %zu %zu\n", sizeof(int_fast16_t), sizeof(uint_least8_t), sizeof(intptr_t), sizeof(INT64_C(1)));
	printf("%d %d\n", INT_MIN == -INT_MAX - 1, -INT_MIN == INT_MIN);
	printf("%d\n", (unsigned)INT_MAX + 1 == 1u << 31);
	return 0;
}
