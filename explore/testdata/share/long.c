/* b0 bool; b1 bool; b2 bool */
/* What is too long for some configurations is not too long for others that were joined with them. */
#include <unistd.h>
int b0, b1, b2;
static void ready(void) {}
int main(void) {
  int x = 1;
  ready();
  if (b0)
    for (int i = 0; i < 36000; i++)
      x = x * 3 + 1;
  if (b1)
    for (int i = 0; i < 36000; i++)
      x = x * 5 + 1;
  if (b2)
    for (;;)
      x++;
  return x & 7;
}
