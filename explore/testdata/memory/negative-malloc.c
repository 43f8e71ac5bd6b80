/* size: malloc of a negative number
   option n -1..1
   asan exceeds maximum supported size
   engine warning: allocation of 18446744073709551615 bytes
   why malloc returns null and errno is set, which a program may handle; natively so does glibc */
#include <stdlib.h>
int n;
int main(void) {
#ifdef FIXED
  char *p = malloc(n < 0 ? 1 : n);
#else
  char *p = malloc(n);
#endif
  free(p);
  return 0;
}
