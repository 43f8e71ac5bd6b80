/* a bool; n 0..69; k 0..69 */
/* A warning of some configurations, and then a condition that is a set for the values that are left only: its relation was written for both parts. */
int a, n, k;
static void ready(void) {}
int main(void) {
  int u, y = 1;
  ready();
  if (a)
    y = u ? 2 : 2;
  if (n < 8 && k < 8) {
    double d = n * 0.5 + k;
    if ((int)(d * d) % 7 == 2)
      return y;
  }
  return 0;
}
