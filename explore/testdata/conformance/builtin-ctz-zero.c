/* The number of trailing zeros of 0 is undefined. Where gcc knows the argument it is the width. */
#include <stdio.h>

static unsigned char b = 5;

int main(void) {
  int a;
  printf("%d %d\n", __builtin_ctz(((a = b) > 3) < 0UL), a);
  printf("%d %d %d\n", __builtin_ctz(0), __builtin_ctzl(0), __builtin_ctzll(0));
  printf("%d %d %d\n", __builtin_ctz(8u << (b - 4)), __builtin_ctzl(1ul << 63), __builtin_ffs(0));
  return 0;
}
