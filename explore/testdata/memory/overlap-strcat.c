/* overlap: a string is appended to itself
   asan strcat-param-overlap
   engine overlap: strcat */
#include <string.h>
int main(void) {
  char b[16] = "abc", c[16];
#ifdef FIXED
  strcpy(c, b);
  strcat(b, c);
#else
  c[0] = 0;
  strcat(b, b);
#endif
  return b[0] != 'a' || c[0] == 'x';
}
