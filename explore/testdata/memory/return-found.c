/* use after return: a library function returns the place that it found in a local
   option n 0..1
   asan stack-use-after-return
   engine use after return: read of 1 byte */
#include <string.h>
int n;
static char fixed[8] = "abc";
static char *get(void) {
  char local[8] = "abc";
  char *p = strchr(n ? local : fixed, 'b');
  return p;
}
static int again(char c) {
  char local[8] = "xyz";
  return strchr(local, c) != 0;
}
int main(void) {
  char *p = get();
#ifdef FIXED
  p = fixed + 1;
#endif
  return again('b') + (*p != 'b');
}
