/* undefined behaviour: an address that is not aligned
   option n 0..4
   ubsan load of misaligned
   engine warning: misaligned access */
#include <stdlib.h>
#include <string.h>
int n;
int main(void) {
  char *p = calloc(16, 1);
  int v;
#ifdef FIXED
  memcpy(&v, p + n, 4);
#else
  v = *(int *)(p + n);
#endif
  free(p);
  return v;
}
