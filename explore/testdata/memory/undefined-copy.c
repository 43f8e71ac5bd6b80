/* undefined: a copy of a structure is made, which is no use; then the copy is used
   option n 0..1
   valgrind Conditional jump
   engine warning: undefined */
#include <string.h>
struct pair {
  char tag;
  int a, b;
};
int n;
int main(void) {
  struct pair p, q, r;
  p.tag = 1;
  p.a = 2;
#ifdef FIXED
  p.b = 3;
#endif
  q = p;
  memcpy(&r, &q, sizeof r);
  if (n)
    if (r.b == 77)
      return 0 * r.a;
  return 0;
}
