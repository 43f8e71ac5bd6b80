/* free: of a global
   asan attempting free on address
   engine bad free of */
#include <stdlib.h>
static char room[8];
int main(void) {
  char *p = room;
#ifdef FIXED
  p = malloc(8);
#endif
  free(p);
  return 0;
}
