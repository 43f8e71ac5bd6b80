/* leak: a block that nothing refers to any more is no error
   option n 0..1
   asan none
   engine none */
#include <stdlib.h>
int n;
int main(void) {
  char *p = malloc(100);
#ifdef FIXED
  free(p);
#else
  if (n)
    p = malloc(10);
#endif
  return 0;
}
