/* undefined behaviour: a difference of long that does not fit, in a compound assignment
   option n -2..2
   ubsan signed integer overflow
   engine warning: signed overflow */
#include <limits.h>
int n;
int main(void) {
#ifdef FIXED
  unsigned long x = LONG_MIN;
#else
  long x = LONG_MIN + 1;
#endif
  x -= n;
  return x == 5;
}
