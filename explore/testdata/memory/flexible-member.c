/* heap: a flexible array member has no room for its last element
   option n 0..4
   asan heap-buffer-overflow
   engine out-of-bounds write of 4 bytes */
#include <stdlib.h>
struct list {
  int len;
  int item[];
};
int n;
int main(void) {
#ifdef FIXED
  struct list *l = malloc(sizeof *l + (n + 1) * sizeof(int));
#else
  struct list *l = malloc(sizeof *l + n * sizeof(int));
#endif
  l->len = n;
  l->item[n] = 0;
  free(l);
  return 0;
}
