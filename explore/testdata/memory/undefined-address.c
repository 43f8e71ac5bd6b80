/* undefined: an index
   valgrind Use of uninitialised|Conditional jump
   engine warning: undefined */
#include <stdlib.h>
static int table[256];
int main(void) {
  unsigned char *p = malloc(2);
  p[1] = 0;
#ifdef FIXED
  p[0] = 3;
#endif
  int r = table[p[0]];
  free(p);
  return r;
}
