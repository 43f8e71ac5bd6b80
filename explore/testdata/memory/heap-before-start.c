/* heap: an element before the start is read
   option n 0..3
   asan heap-buffer-overflow
   engine out-of-bounds read of 4 bytes */
#include <stdlib.h>
int n;
int main(void) {
  int *p = calloc(4, sizeof *p);
#ifdef FIXED
  int v = p[n];
#else
  int v = p[-n];
#endif
  free(p);
  return v;
}
