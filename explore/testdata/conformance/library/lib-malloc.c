/* malloc, calloc, realloc, free: contents, alignment, sizes that are too large. */
#define _GNU_SOURCE
#include <errno.h>
#include <malloc.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
	unsigned char *p = malloc(100), *q, sum = 0;
	void *v;

	for (int i = 0; i < 100; i++) p[i] = i;
	p = realloc(p, 10000);
	for (int i = 0; i < 100; i++) sum |= p[i] ^ i;
	memset(p + 100, 1, 9900);
	p = realloc(p, 50);
	for (int i = 0; i < 50; i++) sum |= p[i] ^ i;
	printf("%d %d\n", sum, (uintptr_t)p % 16 == 0);
	free(p);
	q = calloc(37, 11);
	for (int i = 0; i < 37 * 11; i++) sum |= q[i];
	printf("%d\n", sum);
	free(q);
	free(NULL);
	p = realloc(NULL, 5);
	printf("%d\n", p != NULL);
	free(p);
	volatile size_t huge = SIZE_MAX / 2;
	errno = 0;
	printf("%d %d\n", malloc(huge) == NULL, errno == ENOMEM);
	errno = 0;
	printf("%d %d\n", calloc(huge, 4) == NULL, errno == ENOMEM);
	p = malloc(8);
	strcpy((char *)p, "kept");
	errno = 0;
	printf("%d %d %s\n", realloc(p, huge) == NULL, errno == ENOMEM, p);
	errno = 0;
	printf("%d %d\n", reallocarray(p, huge, 8) == NULL, errno == ENOMEM);
	p = reallocarray(p, 5, 7);
	printf("%s %d\n", p, malloc_usable_size(p) >= 35);
	free(p);
	for (size_t a = 16; a <= 4096; a *= 4) {
		v = aligned_alloc(a, a * 2);
		printf("%d", (uintptr_t)v % a == 0);
		free(v);
		printf("%d", posix_memalign(&v, a, 10) == 0 && (uintptr_t)v % a == 0);
		free(v);
		v = memalign(a, 3);
		printf("%d ", (uintptr_t)v % a == 0);
		free(v);
	}
	v = NULL;
	printf("%d\n", posix_memalign(&v, 3, 10) == EINVAL);
	printf("%d %d\n", posix_memalign(&v, 24, 10) == EINVAL, v == NULL);
	p = malloc(0);
	q = malloc(0);
	printf("%d\n", p != q);
	free(p), free(q);
	return 0;
}
