/* use after free: a read
   option n 0..2
   asan heap-use-after-free
   engine use after free: read of 4 bytes */
#include <stdlib.h>
int n;
int main(void) {
  int *p = malloc(8);
  p[0] = p[1] = 3;
  if (n == 1)
    free(p);
#ifdef FIXED
  return n == 1 ? 0 : p[1] != 3;
#else
  return p[1] != 3;
#endif
}
