/* undefined: the library decides by it
   option n 0..1
   valgrind Conditional jump
   engine warning: undefined */
#include <stdlib.h>
#include <string.h>
int n;
int main(void) {
  char *p = malloc(8);
  p[7] = 0;
#ifdef FIXED
  memset(p, 'a', 7);
#endif
  int r = 0;
  if (n)
    r = strlen(p) > 100;
  free(p);
  return r;
}
