/* overlap: memcpy within one block
   option n 0..8
   asan memcpy-param-overlap
   engine overlap: memcpy */
#include <stdlib.h>
#include <string.h>
int n;
int main(void) {
  char *p = calloc(16, 1);
#ifdef FIXED
  memmove(p, p + n, 6);
#else
  memcpy(p, p + n, 6);
#endif
  free(p);
  return 0;
}
