/* use after scope: the condition of a loop uses what its body declared
   asan stack-use-after-scope
   engine use after scope: read of 4 bytes */
int main(void) {
  int n = 3, *p = &n;
  do {
    int k = --n;
#ifndef FIXED
    p = &k;
#endif
    if (n > 100)
      k = 0;
  } while (*p > 0);
  return n;
}
