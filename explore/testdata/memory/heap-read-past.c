/* heap: an element behind the end is read
   option n 0..7
   asan heap-buffer-overflow
   engine out-of-bounds read of 4 bytes */
#include <stdlib.h>
int n;
int main(void) {
  int *p = calloc(4, sizeof *p);
#ifdef FIXED
  n &= 3;
#endif
  int v = p[n];
  free(p);
  return v;
}
