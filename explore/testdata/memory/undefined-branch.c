/* undefined: a local is read that is set on one way only
   option n 0..2
   valgrind Conditional jump
   engine warning: undefined */
#include <stdio.h>
int n;
static void set(int *p) {
  if (n == 2)
    *p = 1;
}
int main(void) {
  int x;
#ifdef FIXED
  x = 0;
#endif
  set(&x);
  if (x == 1)
    puts("one");
  return 0;
}
