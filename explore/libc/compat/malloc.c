/* The library's own names for the allocator, which the engine is. */

#include <stdlib.h>

int __malloc_replaced = 1;
int __aligned_alloc_replaced = 1;

void *__libc_malloc(size_t n) { return malloc(n); }
void *__libc_malloc_impl(size_t n) { return malloc(n); }
void *__libc_calloc(size_t m, size_t n) { return calloc(m, n); }
void *__libc_realloc(void *p, size_t n) { return realloc(p, n); }
void __libc_free(void *p) { free(p); }
void __malloc_donate(char *start, char *end) { }
void __malloc_atfork(int who) { }
int __malloc_allzerop(void *p) { return 0; }
