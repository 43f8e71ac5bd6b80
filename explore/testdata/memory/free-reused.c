/* use after free: the next block of that size has the address
   asan heap-use-after-free
   engine use after free: read of 4 bytes */
#include <stdlib.h>
int main(void) {
  int *p = malloc(16);
  free(p);
  int *q = malloc(16);
  q[0] = 5;
#ifdef FIXED
  p = q;
#endif
  return p[0] != 5;
}
