/* system call: write of more than a block has
   option n 4..8
   asan heap-buffer-overflow
   engine out-of-bounds read of */
#include <stdlib.h>
#include <unistd.h>
int n;
int main(void) {
  char *p = calloc(6, 1);
#ifdef FIXED
  int r = write(1, p, n < 6 ? n : 6) < 0;
#else
  int r = write(1, p, n) < 0;
#endif
  free(p);
  return r;
}
