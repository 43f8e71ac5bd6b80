/* size: the product of calloc's arguments does not fit
   option n 0..1
   asan calloc parameters overflow
   engine warning: allocation of 4611686018427387905 times 4 bytes
   why calloc returns null, which a program may handle */
#include <stdlib.h>
int n;
int main(void) {
  unsigned long count = n ? 0x4000000000000001UL : 1;
#ifdef FIXED
  count &= 0xffff;
#endif
  int *p = calloc(count, 4);
  free(p);
  return 0;
}
