/* use after free: the old address after realloc
   option n 8..9
   asan heap-use-after-free
   engine use after free: write of 1 byte */
#include <stdlib.h>
int n;
int main(void) {
  char *p = malloc(8), *q = p;
  if (n > 8) {
    q = realloc(p, 4096);
#ifdef FIXED
    p = q;
#endif
  }
  p[0] = 1;
  free(q);
  return 0;
}
