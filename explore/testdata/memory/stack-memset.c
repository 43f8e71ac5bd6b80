/* string: memset writes more than an array has
   option n 6..10
   asan stack-buffer-overflow
   engine out-of-bounds write of 1 byte */
#include <string.h>
int n;
int main(void) {
  char b[8];
#ifdef FIXED
  memset(b, 0, n < 8 ? n : 8);
#else
  memset(b, 0, n);
#endif
  return b[0];
}
