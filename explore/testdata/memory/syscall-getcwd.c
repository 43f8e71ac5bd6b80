/* system call: getcwd into a block that was freed
   option early bool
   asan heap-use-after-free
   engine use after free: write of */
#include <stdlib.h>
#include <unistd.h>
int early;
int main(void) {
  char *p = malloc(256);
#ifndef FIXED
  if (early)
    free(p);
#endif
  if (!getcwd(p, 256))
    return 1;
#ifdef FIXED
  free(p);
#endif
  return 0;
}
