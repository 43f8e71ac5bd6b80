/* stack: memory of alloca is overrun
   option n 0..20
   asan dynamic-stack-buffer-overflow
   engine out-of-bounds write of 1 byte */
#include <alloca.h>
int n;
int main(void) {
  char *p = alloca(16);
#ifdef FIXED
  if (n < 16)
#endif
  p[n] = 0;
  return 0;
}
