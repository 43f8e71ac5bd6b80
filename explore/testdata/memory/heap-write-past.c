/* heap: a byte is written at or behind the end of a block
   option n 0..7
   asan heap-buffer-overflow
   engine out-of-bounds write of 1 byte */
#include <stdlib.h>
int n;
int main(void) {
  char *p = malloc(4);
#ifdef FIXED
  if (n >= 4)
    return 0;
#endif
  p[n] = 1;
  free(p);
  return 0;
}
