/* overlap: strcpy of a string's own end
   option n 1..7
   asan strcpy-param-overlap
   engine overlap: strcpy */
#include <string.h>
int n;
int main(void) {
  char b[16] = "abcde";
#ifdef FIXED
  memmove(b, b + 1, 5);
#else
  strcpy(b, b + n);
#endif
  return b[0] == 'x';
}
