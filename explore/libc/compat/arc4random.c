/* Random numbers from the kernel, whose answers are the test's. */

#include <stdint.h>
#include <stdlib.h>
#include <sys/random.h>
#include "confcov_internal.h"

void arc4random_buf(void *buffer, size_t n)
{
	char *p = buffer;

	while (n) {
		size_t part = n < 256 ? n : 256;
		if (getentropy(p, part)) __confcov_crash();
		p += part;
		n -= part;
	}
}

uint32_t arc4random(void)
{
	uint32_t v;

	arc4random_buf(&v, sizeof v);
	return v;
}

uint32_t arc4random_uniform(uint32_t bound)
{
	uint32_t v, least;

	if (bound < 2) return 0;
	least = -bound % bound; /* 2^32 mod bound */
	do v = arc4random();
	while (v < least);
	return v % bound;
}
