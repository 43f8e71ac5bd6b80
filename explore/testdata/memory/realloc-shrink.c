/* heap: the old end of a block that realloc made smaller
   option n 0..7
   asan heap-buffer-overflow
   engine out-of-bounds write of 1 byte */
#include <stdlib.h>
int n;
int main(void) {
  char *p = malloc(8);
#ifndef FIXED
  p = realloc(p, 5);
#endif
  p[n] = 0;
  free(p);
  return 0;
}
