/* free: of a local
   option n 0..1
   asan attempting free on address
   engine bad free of */
#include <stdlib.h>
int n;
int main(void) {
  char room[8];
  char *p = n ? room : malloc(100);
  p[0] = 0;
#ifdef FIXED
  if (p != room)
#endif
  free(p);
  return 0;
}
