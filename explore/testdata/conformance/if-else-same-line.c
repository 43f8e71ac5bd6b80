/* Blocks that begin on the line of a condition, before an else: the jump over the else is on that line too. */
#include <math.h>
#include <stdio.h>

static void either(int a, int b)
{
  if (a || b) {
    int q = a;
    printf("%d ", q);
  } else
    printf("- ");
}

static void both(int a, int b)
{
  if (a && b) {
    int q;
    printf("%d ", b);
  } else
    printf("- ");
}

static void neither(int a, int b)
{
  if (!(a && b)) {
    int q = a ? b : 4;
    printf("%d ", q);
  } else {
    int k = 2;
    printf("%d ", k);
  }
}

static void ends(int a, int b)
{
  if (a || b) {
    int q = a;
    if (q == b)
      q++;
    b = q;
  } else
    b = 5;
  printf("%d ", b);
}

static void without(int a, int b)
{
  if (a || b) {
    int q = b;
    printf("%d ", q);
  }
  if (a || b) {
    printf("%d ", a);
  } else
    printf("- ");
  if (a ? b : !b) {
    int q = 3;
    printf("%d ", q);
  } else
    printf("- ");
}

static int leaves(int a, int b)
{
  if (a || b) { int q = b;
    printf("%d ", q);
    return q;
  } else {
    int k = 2;
    printf("%d ", k);
  }
  return 0;
}

static void floating(double d)
{
  if ((isinf(d) || isnan(d))) {
    char text[20];
    char *s = text;
    sprintf(s, "%g", d);
    printf("%s ", s);
  } else if (d > 5)
    printf("%g ", d);
}

int main(void)
{
  volatile double zero = 0;
  double values[] = { 1, 7, 1 / zero, -1 / zero };
  for (int i = 0; i < 8; i++) {
    int a = i & 1, b = i & 4;
    either(a, b);
    both(a, b);
    neither(a, b);
    ends(a, b);
    without(a, b);
    leaves(a, b);
    floating(values[i & 3]);
    printf("\n");
  }
  return 0;
}
