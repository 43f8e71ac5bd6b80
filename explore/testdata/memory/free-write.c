/* use after free: a write
   option n 0..2
   asan heap-use-after-free
   engine use after free: write of 1 byte */
#include <stdlib.h>
int n;
int main(void) {
  char *p = malloc(8);
  if (n)
    free(p);
#ifdef FIXED
  if (!n)
#endif
  p[7] = 1;
  return 0;
}
