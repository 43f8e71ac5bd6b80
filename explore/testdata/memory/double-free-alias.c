/* free: through two pointers to the same block
   option n 0..2
   asan attempting double-free
   engine double free of */
#include <stdlib.h>
struct buffer {
  char *text;
};
int n;
static void clear(struct buffer *b) {
  free(b->text);
  b->text = 0;
}
int main(void) {
  struct buffer a = {malloc(4)}, b = a;
#ifdef FIXED
  if (n)
    b.text = malloc(4);
#endif
  clear(&a);
  if (n)
    clear(&b);
  return 0;
}
