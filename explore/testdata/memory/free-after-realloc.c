/* free: of the old address after realloc
   asan attempting double-free
   engine double free of */
#include <stdlib.h>
int main(void) {
  char *p = malloc(8);
  char *q = realloc(p, 4096);
#ifdef FIXED
  free(q);
#else
  free(p);
  free(q);
#endif
  return 0;
}
