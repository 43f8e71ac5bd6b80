/* string: sprintf into an array that is too small
   option n 0..2
   asan stack-buffer-overflow
   engine out-of-bounds write of 1 byte */
#include <stdio.h>
int n;
int main(void) {
  static const char *names[] = {"root", "operator", "x"};
  char b[12];
#ifdef FIXED
  snprintf(b, sizeof b, "name=%s", names[n]);
#else
  sprintf(b, "name=%s", names[n]);
#endif
  return b[0] != 'n';
}
