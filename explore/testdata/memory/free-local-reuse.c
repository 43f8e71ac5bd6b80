/* use after free: a block freed in a callee, printed by the caller, where an allocator may have used the address for something else
   asan heap-use-after-free
   engine use after free: read of 1 byte */
#include <stdio.h>
#include <stdlib.h>
static char *make(void) {
  char *c = malloc(2);
  if (!c)
    exit(1);
  c[0] = 'x';
  c[1] = 0;
  for (int d; 0;)
    ;
#ifndef FIXED
  free(c);
#endif
  return c;
}
int main(void) {
  char *c = make();
  return puts(c) < 0;
}
