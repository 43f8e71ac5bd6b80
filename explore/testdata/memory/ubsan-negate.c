/* undefined behaviour: negation of the smallest number
   option n 0..1
   ubsan negation of
   engine warning: signed overflow */
#include <limits.h>
int n;
int main(void) {
#ifdef FIXED
  int x = INT_MAX - n;
#else
  int x = INT_MIN + n;
#endif
  int y = -x;
  return y == 5;
}
