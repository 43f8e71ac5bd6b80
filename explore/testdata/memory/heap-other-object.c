/* heap: an index that leads behind the red zone, into another block
   option n 0..39
   asan heap-buffer-overflow
   engine out-of-bounds write of 1 byte
   superset
   when 16..39
   why ASan sees that a byte may be accessed, not through which pointer */
#include <stdlib.h>
int n;
int main(void) {
  char *p[64];
  for (int i = 0; i < 64; i++)
    p[i] = malloc(16);
#ifdef FIXED
  n %= 16;
#endif
  p[20][n] = 1;
  for (int i = 0; i < 64; i++)
    free(p[i]);
  return 0;
}
