/* undefined behaviour: a member of a structure that is not aligned; packed ones need not be
   option n 0..8
   ubsan member access within misaligned
   engine warning: misaligned access */
#include <stdlib.h>
struct s { long a; int b; };
struct packed { long a; int b; } __attribute__((packed));
int n;
int main(void) {
  char *p = calloc(1, 64);
#ifdef FIXED
  struct packed *s = (struct packed *)(p + n);
#else
  struct s *s = (struct s *)(p + n);
#endif
  int v = s->b;
  free(p);
  return v;
}
