/* system call: a null buffer is an error number, no crash
   asan none
   engine none */
#include <unistd.h>
int main(void) {
#ifdef FIXED
  char b[1];
  return read(0, b, 1) < 0;
#else
  return read(0, (char *)0 + (getpid() < 0), 1) > 0;
#endif
}
