/* use after scope: a local of an inner block
   option n 0..1
   asan stack-use-after-scope
   engine use after scope: read of 4 bytes */
int n;
int main(void) {
  int outer = 4, *p = &outer;
  if (n) {
    int inner = 4;
#ifdef FIXED
    p = &outer;
#else
    p = &inner;
#endif
    *p = 4;
  }
  return *p != 4;
}
