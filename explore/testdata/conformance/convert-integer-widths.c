/* Conversion between integer types of every width and sign. */
#include <stdio.h>

static const long values[] = {
	0, 1, -1, 127, 128, -128, -129, 255, 256, 32767, 32768, -32768, -32769, 65535, 65536,
	2147483647, 2147483648, -2147483648, -2147483649, 4294967295, 4294967296, 0x123456789abcdef0, -0x123456789abcdef0,
};

#define CONVERT(T, x) printf(" %ld", (long)(T)(x))
#define ROW(T, x) do { printf(#T); T v = (T)(x); \
	CONVERT(_Bool, v); CONVERT(char, v); CONVERT(signed char, v); CONVERT(unsigned char, v); CONVERT(short, v); \
	CONVERT(unsigned short, v); CONVERT(int, v); CONVERT(unsigned, v); CONVERT(long, v); CONVERT(unsigned long, v); \
	printf("\n"); } while (0)

int main(void)
{
	for (unsigned i = 0; i < sizeof values / sizeof *values; i++) {
		long x = values[i];
		printf("%ld\n", x);
		ROW(_Bool, x);
		ROW(signed char, x);
		ROW(unsigned char, x);
		ROW(short, x);
		ROW(unsigned short, x);
		ROW(int, x);
		ROW(unsigned, x);
		ROW(long long, x);
		ROW(unsigned long long, x);
	}
	return 0;
}
