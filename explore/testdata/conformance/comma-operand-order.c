/* What is left of a comma in an operand comes before operands further left, as gcc folds it. */
#include <stdio.h>

static int v = 3, a[8];
static int f(int x) { printf(" f%d", x); return x; }
static long g(long x) { printf(" g%ld", x); return x; }
static unsigned short u(int x) { printf(" u%d", x); return x; }

#define SHOW(e) do { long r = (e); printf(" : " #e " = %ld\n", r); } while (0)

int main(void) {
  SHOW(f(1) | (g(2), 5));
  SHOW(f(1) < (g(2), 5));
  SHOW(f(1) & ((g(2), v) ^ f(3)));
  SHOW(f(1) - (g(2), f(3)));
  SHOW(a[(f(1), f(2))]);
  SHOW(a[f(1)] + (f(2), f(3)));
  SHOW(f(4) + (u(2), u(3)));
  SHOW(f(4) << (u(2), u(3)));
  SHOW(f(4) && (u(2), u(3)));
  SHOW((f(4), f(3)) == (u(2), u(3)));
  SHOW(f(1) + !(g(2), 5));
  SHOW(f(1) + -(g(2), f(5)));
  SHOW(f(1) + ~(f(2), 5));
  SHOW(f(1) + (char)(f(2), 5));
  SHOW(f(1) + (v ? f(3) : (f(2), 5)));
  SHOW(f(1) + (v = (f(2), 5)));
  SHOW(f(1) * ((f(2), 5) + 1));
  SHOW(f(1) * (((f(2), v) + f(1)) == 6));
  SHOW(f(1) + *((f(2), a + 1) + f(3)));
  SHOW(f(1) + *(f(2), &a[f(3)]));
  SHOW((&a[f(1)], &a[f(2)]) - (f(3), &a[f(4)]));
  SHOW(((f(1), v) ? f(2) : f(3)) + (f(4), f(5)));
  SHOW((f(1), 1.5) * f(2) > (f(3), 2.0f));
  if (f(1) > (f(2), 0)) puts(" then");
  a[f(1)] = (f(2), f(3));
  a[f(1)] += (f(2), f(3));
  puts("");
  return 0;
}
