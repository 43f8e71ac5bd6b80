/* format: %s of a number
   option n 0..1
   asan SEGV
   engine wild pointer: read of 1 byte|null pointer: read of 1 byte */
#include <stdio.h>
int n;
int main(void) {
  const char *s = "text";
#ifndef FIXED
  if (n)
    s = (char *)0x1230;
#endif
  printf("<%s>\n", s);
  return 0;
}
