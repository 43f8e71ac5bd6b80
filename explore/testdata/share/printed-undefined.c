/* b3 bool; b5 bool; b2 bool */
/* Undefined numbers that are printed, after ways whose numbers have more digits: local memory that is used again was not as defined as new one. */
#include <stdio.h>
#include <stdlib.h>
int b3, b5, b2;
static char text[64] = "abc", other[32] = "de";
static void ready(void) {}
int main(void) {
  int x = 1, u;
  ready();
  for (int i = 0; i < (b5 & b2); i++)
    x += strtol(text, 0, 16);
  if (b3) x ^= u;
  snprintf(text, 24, "%d:%s:%x", 2 - x, other, x & 255);
  printf("%s %s %d\n", text, other, x & 15);
  return x & 7;
}
