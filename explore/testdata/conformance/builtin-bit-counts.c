/* clz, ctz, popcount, ffs, parity, clrsb, bswap of all widths. */
#include <stdio.h>
#include <stdint.h>

static const unsigned long v[] = { 1, 2, 3, 0x80, 0xff00, 0x80000000, 0xffffffff, 0x100000000, 0x8000000000000000, 0xffffffffffffffff, 0x123456789abcdef0 };

int main(void)
{
	for (unsigned i = 0; i < sizeof v / sizeof *v; i++) {
		unsigned u = v[i];
		printf("%d %d %d %d %d ", __builtin_popcount(u), __builtin_parity(u), __builtin_ffs(u), __builtin_popcountl(v[i]), __builtin_parityll(v[i]));
		if (u)
			printf("%d %d ", __builtin_clz(u), __builtin_ctz(u));
		printf("%d %d %d %d ", __builtin_clzl(v[i]), __builtin_ctzll(v[i]), __builtin_ffsl(v[i]), __builtin_clrsb(u));
		printf("%d %x %lx %x\n", __builtin_clrsbl(v[i]), __builtin_bswap32(u), __builtin_bswap64(v[i]), __builtin_bswap16(u));
	}
	printf("%d %d\n", __builtin_ffs(0), __builtin_ffsll(0));
	enum { A = __builtin_clz(1), B = __builtin_ctzl(8), C = __builtin_popcount(0xff), D = __builtin_bswap32(1) >> 24, E = __builtin_ffs(16) };
	static int array[__builtin_popcount(7)];
	printf("%d %d %d %d %d %zu\n", A, B, C, D, E, sizeof array);
	signed char c = -1;
	printf("%d %d\n", __builtin_popcount(c), __builtin_clz((unsigned char)c));
	uint64_t x = 0xff;
	printf("%zu %zu\n", sizeof __builtin_bswap16(1), sizeof __builtin_bswap64(x));
	printf("%d\n", 63 ^ __builtin_clzl(x));
	return 0;
}
