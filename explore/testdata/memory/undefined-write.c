/* undefined: bytes that are given to the system
   valgrind Syscall param write(buf)
   engine warning: undefined */
#include <unistd.h>
int main(void) {
  char b[4] = "", c[4];
  b[0] = 'a';
#ifdef FIXED
  c[0] = c[1] = c[2] = c[3] = 'c';
#else
  c[0] = c[3] = 'c';
#endif
  return write(1, b, 1) != 1 || write(1, c, 4) != 4;
}
