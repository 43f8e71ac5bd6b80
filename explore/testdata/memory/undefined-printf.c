/* undefined: a number that is printed
   valgrind Conditional jump|Use of uninitialised
   engine warning: undefined */
#include <stdio.h>
static void read_it(int *p, int k) {
  if (k > 5)
    *p = k;
}
int main(void) {
  int x;
#ifdef FIXED
  read_it(&x, 6);
#else
  read_it(&x, 5);
#endif
  printf("%d\n", x);
  return 0;
}
