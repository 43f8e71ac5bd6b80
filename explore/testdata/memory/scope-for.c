/* use after scope: the variable of a for statement
   asan stack-use-after-scope
   engine use after scope: read of 4 bytes */
int main(void) {
  int *p = 0, last = 0;
  for (int i = 0; i < 3; i++) {
#ifdef FIXED
    last = i;
    p = &last;
#else
    p = &i;
#endif
  }
  return *p > 3;
}
