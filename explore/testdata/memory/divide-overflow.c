/* division: the smallest number by -1
   option n -2..0
   asan FPE
   engine overflow in division
   when -1 */
#include <limits.h>
int n;
int main(void) {
  int least = INT_MIN;
#ifdef FIXED
  if (n == -1)
    least++;
#endif
  return n ? least / n == 5 : 0;
}
