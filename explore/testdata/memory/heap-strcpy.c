/* string: strcpy into a block without place for the terminator
   option n 0..3
   asan heap-buffer-overflow
   engine out-of-bounds write of 1 byte */
#include <stdlib.h>
#include <string.h>
int n;
static const char *names[] = {"a", "abc", "abcdefg", "abcdefgh"};
int main(void) {
  const char *s = names[n];
#ifdef FIXED
  char *p = malloc(strlen(s) + 1);
#else
  char *p = malloc(8);
#endif
  strcpy(p, s);
  free(p);
  return 0;
}
