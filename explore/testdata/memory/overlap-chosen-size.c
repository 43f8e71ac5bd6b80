/* overlap: an option chooses how much is copied
   option n 0..1
   asan none
   engine overlap: mempcpy
   when 1
   why AddressSanitizer does not look at mempcpy */
#define _GNU_SOURCE
#include <string.h>
int n;
int main(void) {
  char b[16] = "abcdefgh";
  int size = 2;
  if (n)
    size = 5;
#ifdef FIXED
  memmove(b, b + 4, size);
#else
  mempcpy(b, b + 4, size);
#endif
  return b[0] == '-';
}
