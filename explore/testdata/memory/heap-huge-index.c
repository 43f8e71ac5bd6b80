/* heap: an index of more than a thousand million
   option far bool
   asan SEGV
   engine out-of-bounds write of 1 byte */
#include <stdlib.h>
int far;
int main(void) {
  char *p = malloc(16);
  long k = far ? 1500000000L : 3;
#ifdef FIXED
  k %= 16;
#endif
  p[k] = 1;
  free(p);
  return 0;
}
