/* free: twice
   option n 0..2
   asan attempting double-free
   engine double free of */
#include <stdlib.h>
int n;
int main(void) {
  char *p = malloc(10);
  free(p);
#ifdef FIXED
  p = 0;
#endif
  if (n == 2)
    free(p);
  return 0;
}
