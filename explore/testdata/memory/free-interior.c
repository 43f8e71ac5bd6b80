/* free: of an address within a block
   option n 0..3
   asan attempting free on address
   engine bad free of */
#include <stdlib.h>
int n;
int main(void) {
  char *p = malloc(8);
  char *q = p;
  for (int i = 0; i < n; i++)
    *q++ = 0;
#ifdef FIXED
  free(p);
#else
  free(q);
#endif
  return 0;
}
