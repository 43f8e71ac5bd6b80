/* null: a member far behind the null address
   option n 0..1
   asan SEGV
   engine null pointer: read of 4 bytes */
#include <stddef.h>
struct big {
  char room[2000];
  int last;
};
static struct big it;
int n;
int main(void) {
  struct big *b = n ? NULL : &it;
#ifdef FIXED
  return b ? b->last : 0;
#else
  return b->last;
#endif
}
