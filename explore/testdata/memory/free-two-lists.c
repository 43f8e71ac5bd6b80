/* use after free: an element is in two lists, and both are freed
   option shared bool
   asan heap-use-after-free
   engine use after free: read of 8 bytes */
#include <stdlib.h>
struct node {
  struct node *next;
};
int shared;
static void drop(struct node *n) {
  while (n) {
    struct node *next = n->next;
    free(n);
    n = next;
  }
}
int main(void) {
  struct node *a = calloc(1, sizeof *a), *b = calloc(1, sizeof *b);
#ifndef FIXED
  if (shared)
    b->next = a;
#endif
  drop(b);
  drop(a);
  return 0;
}
