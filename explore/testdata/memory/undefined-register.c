/* undefined: the same where no address is taken
   option n 0..3
   valgrind Conditional jump
   engine warning: undefined */
#include <stdio.h>
int n;
int main(void) {
  int x;
#ifdef FIXED
  x = 0;
#endif
  if (n == 2)
    x = 1;
  if (n != 3 && x == 1)
    puts("one");
  return 0;
}
