/* overlap: an option chooses how long the copied string is
   option n 0..1
   asan strncat-param-overlap
   engine overlap: strncat */
#include <string.h>
int n;
int main(void) {
  char b[16] = "a\0\0\0bcd";
  if (n)
    b[1] = 'x', b[2] = 'y';
#ifdef FIXED
  memmove(b + strlen(b), "bc", 3);
#else
  strncat(b, b + 4, 2);
#endif
  return b[0] == '-';
}
