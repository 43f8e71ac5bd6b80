/* system call: read into an array that is too small
   option n 4..8
   stdin 12345678
   asan stack-buffer-overflow
   engine out-of-bounds write of */
#include <unistd.h>
int n;
int main(void) {
  char b[6];
#ifdef FIXED
  return read(0, b, n < 6 ? n : 6) < 0;
#else
  return read(0, b, n) < 0;
#endif
}
