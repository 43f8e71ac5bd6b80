/* string: a line of any length is read into an array
   stdin a line that is long
   asan stack-buffer-overflow
   engine out-of-bounds write of 1 byte */
#include <stdio.h>
static void line(char *s, int size) {
  int c, k = 0;
#ifdef FIXED
  while (k < size - 1 && (c = getchar()) != EOF && c != '\n')
#else
  while ((c = getchar()) != EOF && c != '\n')
#endif
    s[k++] = c;
  s[k] = 0;
}
int main(void) {
  char b[8];
  line(b, sizeof b);
  return b[0] != 'a';
}
