/* struct: the bytes of a member that is an array are run over to the end of the structure and beyond
   option n 0..15
   asan heap-buffer-overflow
   engine out-of-bounds write of 1 byte
   why within the structure it is another member's byte: UBSan's bounds check finds that with the type of the array, ASan and the engine do not */
#include <stdlib.h>
struct user {
  char name[8];
  int id;
};
int n;
static void put(char *s, int k) {
  s[k] = 'x';
}
int main(void) {
  struct user *u = calloc(1, sizeof *u);
#ifdef FIXED
  if (n < 8)
#endif
  put(u->name, n);
  free(u);
  return 0;
}
