/* system call: pipe stores two descriptors where there is room for one
   asan none
   engine out-of-bounds write of
   why ASan does not know what pipe writes */
#include <stdlib.h>
#include <unistd.h>
int main(void) {
#ifdef FIXED
  int *p = malloc(2 * sizeof *p);
#else
  int *p = malloc(sizeof *p);
#endif
  int r = pipe(p);
  free(p);
  return r;
}
