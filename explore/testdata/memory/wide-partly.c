/* heap: a wide access of which only the first bytes are inside
   option n 0..8
   asan heap-buffer-overflow|unknown-crash
   engine out-of-bounds write of 8 bytes */
#include <stdlib.h>
int n;
typedef long unaligned __attribute__((aligned(1)));
int main(void) {
  char *p = malloc(12);
#ifdef FIXED
  if (n <= 4)
#endif
  *(unaligned *)(p + n) = 0;
  free(p);
  return 0;
}
