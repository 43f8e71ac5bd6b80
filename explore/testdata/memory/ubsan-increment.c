/* undefined behaviour: an increment beyond the greatest number, of int and not of short
   option n 0..3
   ubsan signed integer overflow
   engine warning: signed overflow */
#include <limits.h>
int n;
int main(void) {
  short narrow = SHRT_MAX - 2 + n;
#ifdef FIXED
  unsigned wide = INT_MAX - 2u + n;
#else
  int wide = n < 3 ? INT_MAX - 2 + n : 0;
#endif
  narrow++;
  wide++;
  return wide == 5 || narrow == 5;
}
