/* undefined: a member of a block that malloc gave
   option full bool
   valgrind Conditional jump
   engine warning: undefined */
#include <stdlib.h>
struct user {
  int id, flags;
};
int full;
int main(void) {
#ifdef FIXED
  struct user *u = calloc(1, sizeof *u);
#else
  struct user *u = malloc(sizeof *u);
#endif
  u->id = 1;
  if (full)
    u->flags = 0;
  int r = 0;
  if (u->flags & 4)
    r = 1;
  free(u);
  return r & 0;
}
