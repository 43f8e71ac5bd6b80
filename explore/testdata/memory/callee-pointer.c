/* stack: a callee writes behind its caller's variable
   option n 0..2
   asan stack-buffer-overflow
   engine out-of-bounds write of 4 bytes */
int n;
static void set(int *p, int k) {
  p[k] = 7;
}
int main(void) {
#ifdef FIXED
  int v[3] = {0};
#else
  int v[1] = {0};
#endif
  set(v, n);
  return v[0] > 7;
}
