/* undefined behaviour: a product of long that does not fit
   option n 0..9
   ubsan signed integer overflow
   engine warning: signed overflow */
#include <limits.h>
int n;
int main(void) {
#ifdef FIXED
  long x = LONG_MAX / 9;
#else
  long x = LONG_MAX / 7;
#endif
  return x * n == 5;
}
