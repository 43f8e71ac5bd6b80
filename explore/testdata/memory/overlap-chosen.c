/* overlap: an option chooses what is copied: another string, or the end of the same one
   option n 0..1
   option m 0..1
   asan strcpy-param-overlap
   engine overlap: strcpy */
#include <string.h>
int n, m;
int main(void) {
  char b[16] = "abcde", c[8] = "xy";
  const char *from = c;
  char *to = b;
  if (n)
    from = b + 2;
  if (m)
    to = b + 8;
#ifdef FIXED
  memmove(to, from, strlen(from) + 1);
#else
  strcpy(to, from);
#endif
  return b[0] == '-';
}
