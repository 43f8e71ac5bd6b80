/* string: memcpy reads more than its source has
   option n 0..12
   asan heap-buffer-overflow
   engine out-of-bounds read of 1 byte */
#include <stdlib.h>
#include <string.h>
int n;
int main(void) {
  char b[16], *p = calloc(8, 1);
#ifdef FIXED
  memcpy(b, p, n < 8 ? n : 8);
#else
  memcpy(b, p, n);
#endif
  free(p);
  return 0;
}
