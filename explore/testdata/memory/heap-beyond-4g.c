/* heap: an index whose address is more than 4 GiB outside of the block
   option far 0..2
   asan SEGV
   engine wild|out-of-bounds|use after */
#include <stdlib.h>
int far;
int main(void) {
  int *p = malloc(16);
  long k = far << 1 | (long)far << 31;
#ifdef FIXED
  k &= 3;
#endif
  p[k] = 1;
  free(p);
  return 0;
}
