/* heap: a loop writes one element too many
   option n 1..6
   asan heap-buffer-overflow
   engine out-of-bounds write of 4 bytes */
#include <stdlib.h>
int n;
int main(void) {
  int *p = malloc(4 * sizeof *p);
#ifdef FIXED
  for (int i = 0; i < n && i < 4; i++)
#else
  for (int i = 0; i < n; i++)
#endif
    p[i] = i;
  free(p);
  return 0;
}
