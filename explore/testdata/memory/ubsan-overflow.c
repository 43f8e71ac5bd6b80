/* undefined behaviour: signed overflow
   option n 0..3
   ubsan signed integer overflow
   engine warning: signed overflow */
#include <limits.h>
int n;
int main(void) {
#ifdef FIXED
  return (unsigned)INT_MAX - 1 + n == 5;
#else
  return INT_MAX - 1 + n == 5;
#endif
}
