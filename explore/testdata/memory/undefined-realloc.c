/* undefined: what realloc added
   option n 3..5
   valgrind Conditional jump
   engine warning: undefined */
#include <stdlib.h>
#include <string.h>
int n;
int main(void) {
  char *p = malloc(4);
  memset(p, 1, 4);
  p = realloc(p, 8);
#ifdef FIXED
  memset(p, 1, 8);
#endif
  int r = 0;
  if (p[n] == 77)
    r = 1;
  free(p);
  return r & 0;
}
