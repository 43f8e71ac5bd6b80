/* use after scope: a block is left by break
   option n 0..3
   asan stack-use-after-scope
   engine use after scope: write of 4 bytes */
int n;
int main(void) {
  int a = 0, *p = &a;
  for (int i = 0; i < 3; i++) {
    int b = 0;
    if (i == n) {
      p = &b;
#ifdef FIXED
      p = &a;
#endif
      break;
    }
  }
  *p = 1;
  return 0;
}
