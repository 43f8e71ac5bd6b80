/* use after free: through another pointer to the same block
   option keep bool
   asan heap-use-after-free
   engine use after free: read of 4 bytes */
#include <stdlib.h>
struct node {
  struct node *next;
  int value;
};
int keep;
static struct node *head;
static void drop(void) {
  struct node *n = head;
  head = n->next;
  free(n);
}
int main(void) {
  for (int i = 0; i < 2; i++) {
    struct node *n = malloc(sizeof *n);
    n->next = head;
    n->value = i;
    head = n;
  }
  struct node *first = head;
#ifdef FIXED
  int v = first->value;
  if (!keep)
    drop();
  return v != 1;
#else
  if (!keep)
    drop();
  return first->value != 1;
#endif
}
