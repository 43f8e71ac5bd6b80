/* format: %s of an array without a terminator
   option n 3..4
   asan stack-buffer-overflow
   engine out-of-bounds read of 1 byte */
#include <stdio.h>
#include <string.h>
int n;
int main(void) {
  char b[4];
  memset(b, 0, 4);
  memcpy(b, "abcd", n);
#ifdef FIXED
  printf("%.4s\n", b);
#else
  printf("%s\n", b);
#endif
  return 0;
}
