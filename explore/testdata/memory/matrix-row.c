/* heap: the last row of a matrix is one element too long
   option row 0..2
   asan heap-buffer-overflow
   engine out-of-bounds write of 4 bytes
   why in the other rows it is the first element of the next row; only UBSan's bounds check, where the type is an array's, would find that */
#include <stdlib.h>
int row;
int main(void) {
  int *m = calloc(3 * 4, sizeof *m);
#ifdef FIXED
  for (int k = 0; k < 4; k++)
#else
  for (int k = 0; k <= 4; k++)
#endif
    m[row * 4 + k] = k;
  free(m);
  return 0;
}
