/* string: strlen of an array without a terminator
   option n 3..4
   asan stack-buffer-overflow
   engine out-of-bounds read of 1 byte */
#include <string.h>
int n;
int main(void) {
  char b[4] = {0, 0, 0, 0};
#ifdef FIXED
  memcpy(b, "abcd", 3);
#else
  memcpy(b, "abcd", n);
#endif
  return strlen(b) != 3;
}
