/* variadic: an argument is taken that was not passed
   option n 0..3
   asan none
   engine out-of-bounds read of 8 bytes|out-of-bounds read of 4 bytes
   when 3
   why natively it is what lies in a register or on the stack */
#include <stdarg.h>
int n;
static int sum(int count, ...) {
  va_list ap;
  int s = 0;
  va_start(ap, count);
  for (int i = 0; i < count; i++)
    s += va_arg(ap, int);
  va_end(ap);
  return s;
}
int main(void) {
#ifdef FIXED
  sum(n, 1, 2, 3);
#else
  sum(n, 1, 2);
#endif
  return 0;
}
