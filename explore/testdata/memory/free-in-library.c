/* use after free: the library reads the block
   option n 0..1
   asan heap-use-after-free
   engine use after free: read of 1 byte */
#include <stdlib.h>
#include <string.h>
int n;
int main(void) {
  char *p = malloc(4);
  strcpy(p, "abc");
  if (n)
    free(p);
#ifdef FIXED
  return n ? 0 : strcmp(p, "abc");
#else
  return strcmp(p, "abc");
#endif
}
