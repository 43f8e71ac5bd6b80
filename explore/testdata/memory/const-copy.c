/* constant: the library writes a literal
   asan SEGV
   engine which is constant */
#include <string.h>
int main(void) {
  char b[8] = "abc";
#ifdef FIXED
  char *s = b;
#else
  char *s = "abcdefg";
#endif
  strcpy(s, "xyz");
  return s[0] != 'x';
}
