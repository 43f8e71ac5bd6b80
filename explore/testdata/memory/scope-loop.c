/* use after scope: a local of a loop's body, after the loop
   asan stack-use-after-scope
   engine use after scope: write of 4 bytes */
int main(void) {
  int other = 0, *p = &other;
  for (int i = 0; i < 3; i++) {
    int v[2] = {i, i};
#ifndef FIXED
    p = v;
#endif
    v[1] += *v;
  }
  p[0] = 1;
  return other > 1;
}
