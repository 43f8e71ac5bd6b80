/* malloced bool; mask bool; size bool */
/* Whether an undefined value is masked depends on an option that no way has decided yet. */
#include <stdlib.h>
int malloced, mask, size;
static void ready(void) {}
int main(void) {
  ready();
  unsigned char *h = calloc(1, 8);
  if (malloced) h = malloc(4 + mask);
  h = realloc(h, 8 + size);
  if (h[0] & mask) return 1;
  if ((h[0] | -mask) == 2) return 2;
  if ((h[0] ^ mask << 8) == 3) return 3;
  if ((h[0] << 16 * mask) & 1) return 4;
  return 0;
}
