/* string: strncpy is told a size that the array does not have, and fills it with zeros
   option big bool
   asan stack-buffer-overflow
   engine out-of-bounds write of 1 byte */
#include <string.h>
int big;
int main(void) {
  char b[8];
#ifdef FIXED
  strncpy(b, "ab", sizeof b);
#else
  strncpy(b, "ab", big ? 16 : 8);
#endif
  return b[2];
}
