/* null: a write through what malloc could not give
   asan SEGV
   engine null pointer: write of 1 byte */
#include <stdlib.h>
static void *allocate(long size) {
  return size > 1000 ? 0 : malloc(size);
}
int main(void) {
  char *p = allocate(1001);
#ifdef FIXED
  if (!p)
    return 0;
#endif
  *p = 1;
  free(p);
  return 0;
}
