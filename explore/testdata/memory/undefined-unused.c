/* undefined: copied, passed and returned, never used
   option n 0..1
   valgrind none
   engine none */
#include <stdlib.h>
#include <string.h>
struct s {
  char c;
  int i;
  unsigned f : 3, g : 7;
};
int n;
static int same(int x) {
  return x;
}
int main(void) {
  struct s a, b, *p = malloc(sizeof *p);
  int x, y;
#ifdef FIXED
  x = 0;
#endif
  a.c = 1;
  a.f = 2;
  b = a;
  *p = b;
  y = same(x);
  x = y + 1;
  unsigned char raw[sizeof *p];
  for (unsigned i = 0; i < sizeof raw; i++)
    raw[i] = ((unsigned char *)p)[i];
  int r = p->f != 2 || raw[0] != 1;
  if (n)
    p->g = 100;
  if (n && p->g != 100)
    r = 2;
  free(p);
  return r;
}
