/* string: strcat behind the end of a local array
   option n 0..1
   asan stack-buffer-overflow
   engine out-of-bounds write of 1 byte */
#include <string.h>
int n;
int main(void) {
#ifdef FIXED
  char b[16] = "12345";
#else
  char b[8] = "12345";
#endif
  strcat(b, n ? "678" : "67");
  return b[0] - '1';
}
